package io.poolkeeper.devstack.host;

import com.azure.storage.queue.models.QueueMessageItem;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** What a queue trigger says of its message besides the text. */
final class QueueMetadata {
  private static final int TIME_TO_LIVE_DAYS = 7;

  private QueueMetadata() {}

  static Map<String, String> of(QueueMessageItem message, byte[] body) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("QueueTrigger", new String(body, StandardCharsets.UTF_8));
    metadata.put("Id", message.getMessageId());
    metadata.put("PopReceipt", message.getPopReceipt());
    metadata.put("DequeueCount", Long.toString(message.getDequeueCount()));
    metadata.put("InsertionTime", Metadata.time(message.getInsertionTime()));
    metadata.put("ExpirationTime", Metadata.time(message.getExpirationTime()));
    metadata.put("NextVisibleTime", Metadata.time(message.getTimeNextVisible()));
    return metadata;
  }

  /** Of a message that never was in a queue, for a run asked for by hand. */
  static Map<String, String> byHand(byte[] body) {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    QueueMessageItem message =
        new QueueMessageItem()
            .setMessageId(UUID.randomUUID().toString())
            .setPopReceipt("")
            .setDequeueCount(1)
            .setInsertionTime(now)
            .setExpirationTime(now.plusDays(TIME_TO_LIVE_DAYS))
            .setTimeNextVisible(now);
    return of(message, body);
  }
}
