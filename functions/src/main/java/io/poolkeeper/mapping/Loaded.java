package io.poolkeeper.mapping;

import java.util.List;
import java.util.Optional;

/**
 * What a look at a stored document gave.
 *
 * @param value with VALID; with MISSING for a document that is optional, its absence as a value
 * @param violations with INVALID, all at once
 * @param etag of the content that was judged, with VALID and INVALID if the store gave one
 * @param detail one line for people, with UNREADABLE and MISSING
 */
public record Loaded<T>(
    Kind kind,
    Optional<T> value,
    List<Violation> violations,
    Optional<String> etag,
    String detail) {

  /** The four answers. */
  public enum Kind {
    VALID,
    /** Fetched, and not a valid document. */
    INVALID,
    /** There is no such blob. */
    MISSING,
    /** It may be there and cannot be fetched. */
    UNREADABLE
  }

  public Loaded {
    violations = List.copyOf(violations);
  }

  static <T> Loaded<T> of(DocumentResult<T> result, Optional<String> etag) {
    Kind kind = result.value().isPresent() ? Kind.VALID : Kind.INVALID;
    return new Loaded<>(kind, result.value(), result.violations(), etag, "");
  }

  static <T> Loaded<T> missing(Optional<T> absence, String detail) {
    return new Loaded<>(Kind.MISSING, absence, List.of(), Optional.empty(), detail);
  }

  static <T> Loaded<T> unreadable(String detail) {
    return new Loaded<>(Kind.UNREADABLE, Optional.empty(), List.of(), Optional.empty(), detail);
  }
}
