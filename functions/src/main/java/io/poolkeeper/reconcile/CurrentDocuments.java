package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.ControlsReader;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.port.Documents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Mapping and controls as they are now. Every call asks storage; what was parsed before is used
 * again only where storage says that it is still the current version. Thread-safe.
 */
public final class CurrentDocuments {
  private static final int MAX_REASONS = 20;

  /** What became of a document. */
  public enum State {
    VALID,
    /** No such blob. */
    MISSING,
    /** There, or not even that is known, and it could not be fetched. */
    UNREADABLE,
    /** Fetched, and not a valid document. */
    INVALID
  }

  /**
   * @param value with VALID
   * @param etag with VALID and INVALID
   * @param reason one line, unless VALID
   */
  public record Current<T>(State state, Optional<T> value, Optional<String> etag, String reason) {}

  private record Parsed<T>(String etag, DocumentResult<T> result) {}

  private final Documents documents;
  private final Map<String, Parsed<Mapping>> mappings = new ConcurrentHashMap<>();
  private final Map<String, Parsed<Controls>> controls = new ConcurrentHashMap<>();

  public CurrentDocuments(Documents documents) {
    this.documents = documents;
  }

  public Current<Mapping> mapping(String cluster) {
    return current(cluster, mappings, documents::mapping, MappingReader::read);
  }

  public Current<Controls> controls(String cluster) {
    return current(cluster, controls, documents::controls, ControlsReader::read);
  }

  private static <T> Current<T> current(
      String cluster,
      Map<String, Parsed<T>> known,
      BiFunction<String, Optional<String>, Documents.Fetched> fetch,
      BiFunction<byte[], String, DocumentResult<T>> read) {
    Parsed<T> before = known.get(cluster);
    Optional<String> etag = Optional.ofNullable(before).map(Parsed::etag);
    Documents.Fetched fetched = fetch.apply(cluster, etag);
    return switch (fetched.kind()) {
      case NOT_MODIFIED -> result(before);
      case FETCHED -> {
        DocumentResult<T> result = read.apply(fetched.content(), cluster);
        Parsed<T> parsed = new Parsed<>(fetched.etag().orElse(""), result);
        known.put(cluster, parsed);
        yield result(parsed);
      }
      case MISSING -> {
        known.remove(cluster);
        yield nothing(State.MISSING, "there is no such blob");
      }
      case UNREADABLE -> nothing(State.UNREADABLE, fetched.detail());
    };
  }

  private static <T> Current<T> result(Parsed<T> parsed) {
    if (parsed == null) {
      throw new IllegalStateException("storage says not modified, yet no etag was given");
    }
    List<Violation> violations = parsed.result().violations();
    return new Current<>(
        violations.isEmpty() ? State.VALID : State.INVALID,
        parsed.result().value(),
        Optional.of(parsed.etag()),
        reason(violations));
  }

  private static <T> Current<T> nothing(State state, String reason) {
    return new Current<>(state, Optional.empty(), Optional.empty(), reason);
  }

  private static String reason(List<Violation> violations) {
    StringBuilder reason = new StringBuilder();
    for (Violation violation : violations.subList(0, Math.min(MAX_REASONS, violations.size()))) {
      reason.append(reason.isEmpty() ? "" : "; ");
      reason.append(violation.path()).append(": ").append(violation.message());
    }
    int more = violations.size() - MAX_REASONS;
    return more > 0 ? reason + "; and " + more + " more" : reason.toString();
  }
}
