package io.poolkeeper.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** A message that was set aside: {@code {message, reason, at}}. */
public final class PoisonRecordCodec {
  /** Characters of the message that are kept; the queue carries no more than 64 KiB. */
  public static final int MAX_MESSAGE = 64 * 1024;

  public static final int MAX_REASON = 2000;

  /** Every character escaped would be six bytes. */
  private static final int MAX_BYTES = (MAX_MESSAGE + MAX_REASON) * 6 + 256;

  public record PoisonRecord(String message, String reason, Instant at) {}

  private PoisonRecordCodec() {}

  public static byte[] write(String message, String reason, Instant at) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("message", cut(message, MAX_MESSAGE));
    root.put("reason", cut(reason, MAX_REASON));
    root.put("at", at.toString());
    return Json.bytes(root);
  }

  /**
   * @return empty if this is no poison record
   */
  public static Optional<PoisonRecord> read(byte[] content) {
    if (content.length > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      Fields fields = Json.object(content);
      return Optional.of(
          new PoisonRecord(
              fields.requiredText("message", MAX_MESSAGE),
              fields.requiredText("reason", MAX_REASON),
              fields.requiredTime("at")));
    } catch (DocumentFault e) {
      return Optional.empty();
    }
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
