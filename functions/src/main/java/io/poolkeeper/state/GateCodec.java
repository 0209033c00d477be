package io.poolkeeper.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The throttling gate of a subscription: {@code {notBefore}}. */
public final class GateCodec {
  public static final int MAX_BYTES = 4096;

  /** No throttling lasts longer; a gate beyond it would stop a whole subscription for nothing. */
  public static final Duration FURTHEST = Duration.ofDays(1);

  /**
   * @param notBefore empty: the gate counts as absent
   * @param problem why it could not be read, one line
   */
  public record Decoded(Optional<Instant> notBefore, Optional<String> problem) {}

  private GateCodec() {}

  /**
   * Never throws.
   *
   * @param now storage's clock, to tell a gate from nonsense
   */
  public static Decoded read(byte[] content, Instant now) {
    try {
      Instant notBefore = Json.object(content).requiredTime("notBefore");
      if (notBefore.isAfter(now.plus(FURTHEST))) {
        throw new DocumentFault(
            "$.notBefore", "a time up to " + FURTHEST + " after " + now, notBefore.toString());
      }
      return new Decoded(Optional.of(notBefore), Optional.empty());
    } catch (DocumentFault e) {
      return new Decoded(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  public static byte[] write(Instant notBefore) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("notBefore", notBefore.toString());
    return Json.bytes(root);
  }
}
