package io.poolkeeper.state;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** JSON of small documents: bounded, strict about repeated keys and what follows the document. */
final class Json {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_NUMBER_LENGTH = 64;
  private static final int MAX_NAME_LENGTH = 256;

  /** Of what a message quotes: a token may stand where JSON was expected. */
  private static final int MAX_QUOTED = 12;

  static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER_LENGTH)
                          .maxNameLength(MAX_NAME_LENGTH)
                          .build())
                  .errorReportConfiguration(
                      ErrorReportConfiguration.builder().maxErrorTokenLength(MAX_QUOTED).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  // any text can then be written, also half a character, and queues carry it in XML
                  .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  static Fields object(byte[] content) throws DocumentFault {
    return Fields.of("$", tree(content));
  }

  static JsonNode tree(byte[] content) throws DocumentFault {
    try {
      return MAPPER.readTree(content);
    } catch (JsonProcessingException e) {
      throw new DocumentFault(
          "$: expected JSON, found a fault at line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage());
    } catch (IOException e) {
      throw new DocumentFault("$", "JSON in UTF-8", e.getMessage());
    }
  }

  static byte[] bytes(ObjectNode root) {
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  static <T> void put(ObjectNode to, String name, Optional<T> value, Function<T, String> text) {
    if (value.isPresent()) {
      to.put(name, text.apply(value.get()));
    } else {
      to.putNull(name);
    }
  }

  static void put(ObjectNode to, String name, Optional<Instant> time) {
    put(to, name, time, Instant::toString);
  }

  static void put(ObjectNode to, String name, List<Instant> times) {
    var array = to.putArray(name);
    times.forEach(time -> array.add(time.toString()));
  }
}
