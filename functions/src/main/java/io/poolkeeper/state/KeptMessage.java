package io.poolkeeper.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Masked;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * What may be kept of a message that is set aside. Whatever ends up in the wrong queue may hold
 * tokens or claims, so only the fields of a request are kept as they are; of the rest the kind and
 * the size, with a hash of the whole to compare it by.
 */
public final class KeptMessage {
  private static final Set<String> REQUEST =
      Set.of(
          "v",
          "cluster",
          "loadBalancer",
          "cause",
          "causedAt",
          "attempt",
          "busySince",
          "coverable",
          "poisoned",
          "traceparent");

  private static final int MAX_TEXT = 2048;
  private static final int MAX_OTHER_FIELDS = 20;
  private static final int HASH = 16;

  private KeptMessage() {}

  /**
   * @return a JSON object where the message was one, else one line
   */
  public static String of(String message) {
    JsonNode root;
    try {
      root = Json.tree(RequestCodec.json(message));
    } catch (DocumentFault e) {
      return size(message) + ", no request in JSON";
    }
    return root.isObject() ? fields(root, message) : size(message) + ", JSON but no object";
  }

  private static String fields(JsonNode root, String message) {
    ObjectNode kept = Json.MAPPER.createObjectNode();
    int others = 0;
    for (var field : root.properties()) {
      JsonNode value = field.getValue();
      if (REQUEST.contains(field.getKey()) && value.isValueNode()) {
        kept.set(field.getKey(), shown(value));
      } else if (others++ < MAX_OTHER_FIELDS && isName(field.getKey())) {
        kept.put(field.getKey(), "(" + value.getNodeType() + ")");
      }
    }
    kept.put("(whole)", size(message));
    return new String(Json.bytes(kept), StandardCharsets.UTF_8);
  }

  private static JsonNode shown(JsonNode value) {
    return value.isTextual()
        ? Json.MAPPER
            .getNodeFactory()
            .textNode(
                Masked.of(
                    value.textValue().substring(0, Math.min(MAX_TEXT, value.textValue().length()))))
        : value;
  }

  private static boolean isName(String name) {
    return name.matches("[A-Za-z0-9_.]{1,40}");
  }

  private static String size(String message) {
    String text = message == null ? "" : message;
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return text.length()
          + " characters, sha256 "
          + HexFormat.of().formatHex(hash).substring(0, HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
