package io.poolkeeper.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text of a delivery to events: one event or a list, schema EventGridSchema or CloudEvents 1.0,
 * plain or in Base64. Tolerant, since an event is only a hint: whatever comes, the answer says what
 * was read and why the rest was not. Pure.
 */
public final class EventReader {
  private EventReader() {}

  public static EventBatch read(String text) {
    EventText.Parsed parsed = EventText.parse(text);
    if (parsed.root().isEmpty()) {
      return EventBatch.unreadable(parsed.problem());
    }
    JsonNode root = parsed.root().get();
    List<ResourceEvent> events = new ArrayList<>();
    List<EventBatch.Ignored> ignored = new ArrayList<>();
    if (root.isArray()) {
      root.forEach(event -> read(event, events, ignored));
    } else {
      read(root, events, ignored);
    }
    return new EventBatch(events, ignored);
  }

  private static void read(
      JsonNode node, List<ResourceEvent> events, List<EventBatch.Ignored> ignored) {
    if (!node.isObject()) {
      ignored.add(
          new EventBatch.Ignored(
              EventBatch.Why.UNREADABLE, "", "", "expected an object, found another value"));
      return;
    }
    Envelope envelope = new Envelope(node);
    Optional<ResourceEvent.Type> type = EventTypes.of(envelope.type());
    if (type.isEmpty()) {
      ignored.add(ignored(EventBatch.Why.IRRELEVANT, envelope, EventTypes.whyIgnored(envelope)));
      return;
    }
    List<ResourceEvent> found =
        EventTypes.isBlob(type.get())
            ? BlobEvents.of(type.get(), envelope)
            : ResourceEvents.of(type.get(), envelope);
    if (found.isEmpty()) {
      String what = EventTypes.isBlob(type.get()) ? "a blob" : "a resource in a resource group";
      ignored.add(
          ignored(
              EventBatch.Why.UNREADABLE,
              envelope,
              "expected its subject or data to name " + what + ", found none"));
    }
    events.addAll(found);
  }

  private static EventBatch.Ignored ignored(EventBatch.Why why, Envelope envelope, String reason) {
    return new EventBatch.Ignored(why, envelope.type(), envelope.id(), reason);
  }
}
