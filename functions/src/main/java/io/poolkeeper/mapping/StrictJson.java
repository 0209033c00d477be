package io.poolkeeper.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedList;
import java.util.List;
import java.util.OptionalInt;

/** Reads one JSON text in one pass with bounded memory; whatever comes, the answer is a result. */
final class StrictJson {

  /** A kind of document: reads it, then judges it as a whole, then builds the value. */
  interface Document<T> {
    void read(JsonCursor cursor) throws IOException;

    /** What can only be said when all has been read. Not asked after a syntax error. */
    void check(ViolationList violations);

    /** Asked only if there are no violations. */
    T build();
  }

  /** Names are neither interned nor kept: they come from outside and would pile up. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Limits.DEPTH)
                  .maxStringLength(Limits.TEXT_LENGTH)
                  .maxNameLength(Limits.PROPERTY_LENGTH)
                  .build())
          .build();

  private StrictJson() {}

  static <T> DocumentResult<T> read(byte[] bytes, int maxBytes, Document<T> document) {
    ViolationList violations = new ViolationList();
    checkBytes(bytes, maxBytes, violations);
    if (violations.isEmpty() && parse(bytes, document, violations)) {
      document.check(violations);
    }
    return violations.isEmpty()
        ? DocumentResult.valid(document.build())
        : DocumentResult.invalid(violations.toList());
  }

  private static void checkBytes(byte[] bytes, int maxBytes, ViolationList violations) {
    if (bytes.length > maxBytes) {
      violations.add(
          JsonPath.ROOT,
          "expected at most "
              + maxBytes
              + " bytes, found "
              + bytes.length
              + "; split the document up");
    } else if (bytes.length == 0) {
      violations.add(JsonPath.ROOT, "expected a JSON object, found no bytes; publish it again");
    } else if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
      violations.add(
          JsonPath.ROOT,
          "expected UTF-8 without a byte order mark, found one; save the document without it");
    } else {
      OptionalInt position = UnicodeText.firstNotUtf8(bytes);
      if (position.isPresent()) {
        violations.add(
            JsonPath.ROOT,
            "expected UTF-8, found a byte that is none at position "
                + position.getAsInt()
                + "; save the document as UTF-8");
      }
    }
  }

  private static boolean startsWith(byte[] bytes, int... start) {
    if (bytes.length < start.length) {
      return false;
    }
    for (int i = 0; i < start.length; i++) {
      if ((bytes[i] & 0xFF) != start[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * @return whether the text was JSON to its end
   */
  private static boolean parse(byte[] bytes, Document<?> document, ViolationList violations) {
    // A reader, since from bytes the parser would guess UTF-16 and UTF-32.
    Reader text = new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8);
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonCursor cursor = new JsonCursor(parser, violations);
      try {
        if (parser.nextToken() == null) {
          cursor.violation(() -> "expected a JSON object, found only blanks; publish it again");
          return false;
        }
        document.read(cursor);
        if (parser.nextToken() != null) {
          cursor.violation(() -> "expected nothing after the JSON object, found more; remove it");
          return false;
        }
        return true;
      } catch (JsonProcessingException e) {
        violations.add(() -> JsonPath.of(place(parser)), () -> message(e));
        return false;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** Where the parser itself is: it reads ahead of the cursor and into what the cursor skips. */
  private static List<Object> place(JsonParser parser) {
    LinkedList<Object> segments = new LinkedList<>();
    for (JsonStreamContext at = parser.getParsingContext(); at != null; at = at.getParent()) {
      if (at.inObject() && at.hasCurrentName()) {
        segments.addFirst(at.getCurrentName());
      } else if (at.inArray() && at.hasCurrentIndex()) {
        segments.addFirst(at.getCurrentIndex());
      }
    }
    return segments;
  }

  private static String message(JsonProcessingException e) {
    String found = Shown.escaped(e.getOriginalMessage());
    if (e instanceof StreamConstraintsException) {
      return "expected at most depth "
          + Limits.DEPTH
          + ", texts of "
          + Limits.TEXT_LENGTH
          + " and names of "
          + Limits.PROPERTY_LENGTH
          + " characters, found more ("
          + found
          + "); shorten the document";
    }
    String what = e instanceof JsonEOFException ? "the end of the text" : found;
    return "expected JSON, found "
        + what
        + " in line "
        + e.getLocation().getLineNr()
        + ", column "
        + e.getLocation().getColumnNr()
        + "; publish the whole document again";
  }
}
