package io.poolkeeper.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Text to JSON, through the wrappings in which queues and bindings deliver it. */
final class EventText {
  static final int MAX_BYTES = 1024 * 1024;

  /** Base64 makes four characters of three bytes; line ends may be in between. */
  private static final int MAX_CHARACTERS = MAX_BYTES / 3 * 4 + 64 * 1024;

  private static final int DEPTH = 64;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * @param problem why there is no root; holds nothing of the text
   */
  record Parsed(Optional<JsonNode> root, String problem) {}

  private EventText() {}

  static Parsed parse(String text) {
    if (text == null || text.isBlank()) {
      return problem("expected an event, found no text");
    }
    if (text.length() > MAX_CHARACTERS) {
      return tooLong(text.length());
    }
    String json = unwrapped(text.strip());
    // A text inside a text: some producers encode twice.
    if (json.startsWith("\"")) {
      json = tree(json).filter(JsonNode::isTextual).map(JsonNode::textValue).orElse("");
      json = unwrapped(json.strip());
    }
    if (json.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return tooLong(json.length());
    }
    Optional<JsonNode> root = tree(json).filter(node -> node.isObject() || node.isArray());
    return root.isPresent()
        ? new Parsed(root, "")
        : problem("expected JSON of one event or a list of events, found something else");
  }

  /** Embedded JSON such as {@code data} given as text; empty if it is no object. */
  static Optional<JsonNode> object(String json) {
    return tree(json).filter(JsonNode::isObject);
  }

  /** Decoded Base64, if the text is that. */
  static Optional<String> fromBase64(String text) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(text);
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String unwrapped(String text) {
    String plain = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1).strip() : text;
    boolean json = plain.startsWith("{") || plain.startsWith("[") || plain.startsWith("\"");
    return json ? plain : fromBase64(plain).map(String::strip).orElse(plain);
  }

  private static Optional<JsonNode> tree(String json) {
    try {
      return Optional.ofNullable(JSON.readTree(json)).filter(node -> !node.isMissingNode());
    } catch (JsonProcessingException e) {
      // Its message may quote the text, which may hold personal data.
      return Optional.empty();
    }
  }

  private static Parsed tooLong(int found) {
    return problem("expected at most " + MAX_BYTES + " bytes, found " + found + " characters");
  }

  private static Parsed problem(String problem) {
    return new Parsed(Optional.empty(), problem);
  }
}
