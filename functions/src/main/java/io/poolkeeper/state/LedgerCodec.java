package io.poolkeeper.state;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ledger document, format 1. Unknown fields are ignored; a new word in a known field is a new
 * format. Same ledger, same bytes.
 */
public final class LedgerCodec {
  public static final int FORMAT = 1;
  public static final int MAX_BYTES = 1024 * 1024;

  /** What was found; all but FINE count as an empty ledger. */
  public enum Kind {
    FINE,
    EMPTY,
    CORRUPT,
    /** It names another load balancer: copied or restored to the wrong place. */
    ANOTHERS,
    TOO_LONG,
    NEWER_FORMAT
  }

  /**
   * @param ledger {@link Ledger#EMPTY} unless FINE
   * @param problem one line for people; with FINE what was left out because it cannot be true
   */
  public record Decoded(Kind kind, Ledger ledger, Optional<String> problem) {}

  private LedgerCodec() {}

  /**
   * Never throws.
   *
   * @param serverDate storage's clock: nothing in the ledger can be later
   */
  public static Decoded read(byte[] content, Instant serverDate) {
    if (content.length > MAX_BYTES) {
      return tooLong(content.length);
    }
    if (new String(content, java.nio.charset.StandardCharsets.ISO_8859_1).isBlank()) {
      return bad(Kind.EMPTY, "the ledger has no content");
    }
    try {
      return document(Json.object(content), serverDate);
    } catch (DocumentFault e) {
      return bad(Kind.CORRUPT, e.getMessage());
    }
  }

  /** As {@link #read(byte[], Instant)}, for the place where this load balancer's ledger belongs. */
  public static Decoded read(byte[] content, Instant serverDate, ArmId loadBalancer) {
    Decoded decoded = read(content, serverDate);
    return decoded
        .ledger()
        .loadBalancer()
        .filter(named -> !named.equals(loadBalancer))
        .map(
            named ->
                bad(
                    Kind.ANOTHERS,
                    "$.loadBalancer: expected " + loadBalancer.key() + ", found " + named.key()))
        .orElse(decoded);
  }

  /** For a reader that did not even fetch the content. */
  public static Decoded tooLong(long length) {
    return bad(Kind.TOO_LONG, "the ledger has " + length + " bytes, allowed are " + MAX_BYTES);
  }

  private static Decoded document(Fields fields, Instant serverDate) throws DocumentFault {
    long format = fields.requiredNumber("format", 0, Long.MAX_VALUE);
    if (format > FORMAT) {
      return bad(
          Kind.NEWER_FORMAT, "the ledger has format " + format + ", this app reads " + FORMAT);
    }
    if (format < FORMAT) {
      return bad(Kind.CORRUPT, "$.format: expected " + FORMAT + ", found " + format);
    }
    List<String> problems = new ArrayList<>();
    Ledger ledger = new LedgerSanity(serverDate, problems).check(LedgerFields.read(fields));
    Optional<String> problem =
        problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    return new Decoded(Kind.FINE, ledger, problem);
  }

  private static Decoded bad(Kind kind, String problem) {
    return new Decoded(kind, Ledger.EMPTY, Optional.of(problem));
  }

  /**
   * Never longer than a reader takes: what is least missed is left out first, history, then holds
   * that every run finds anew, then what Azure refused. Of holds that remember a strength as many
   * are listed as there is room for; that there are more, and the most that these remember, is
   * never left out.
   */
  public static byte[] write(Ledger ledger) {
    Ledger fitting = ledger;
    byte[] bytes = LedgerFields.write(fitting);
    for (int step = 0; bytes.length > MAX_BYTES; step++) {
      fitting = LedgerDiet.shorter(fitting, step, bytes.length);
      bytes = LedgerFields.write(fitting);
    }
    return bytes;
  }
}
