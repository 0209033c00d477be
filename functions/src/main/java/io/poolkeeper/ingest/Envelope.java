package io.poolkeeper.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;

/** The outer fields of an event in either schema; names are found without case. */
final class Envelope {
  private static final int TEXT_LENGTH = 256;

  private final JsonNode event;
  private final JsonNode data;

  Envelope(JsonNode event) {
    this.event = event;
    this.data = data(event);
  }

  /** EventGridSchema says eventType, CloudEvents says type. */
  String type() {
    String type = shortText(event, "eventType");
    return type.isEmpty() ? shortText(event, "type") : type;
  }

  String id() {
    return shortText(event, "id");
  }

  String subject() {
    return text(event, "subject");
  }

  /** EventGridSchema says topic, CloudEvents says source. */
  String topic() {
    String topic = text(event, "topic");
    return topic.isEmpty() ? text(event, "source") : topic;
  }

  Optional<Instant> time() {
    String time = text(event, "eventTime");
    try {
      return Optional.of(
          OffsetDateTime.parse(time.isEmpty() ? text(event, "time") : time).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  String data(String name) {
    return text(data, name);
  }

  String shortData(String name) {
    return shortText(data, name);
  }

  private static JsonNode data(JsonNode event) {
    JsonNode data = field(event, "data");
    if (data.isObject()) {
      return data;
    }
    Optional<String> text =
        data.isTextual()
            ? Optional.of(data.textValue())
            : EventText.fromBase64(text(event, "data_base64"));
    return text.flatMap(EventText::object).orElse(JsonNodeFactory.instance.objectNode());
  }

  private static String shortText(JsonNode object, String name) {
    String text = text(object, name);
    String cut = text.substring(0, Math.min(text.length(), TEXT_LENGTH));
    return cut.replaceAll("\\p{Cntrl}", " ");
  }

  private static String text(JsonNode object, String name) {
    JsonNode value = field(object, name);
    return value.isTextual() ? value.textValue() : "";
  }

  private static JsonNode field(JsonNode object, String name) {
    JsonNode exact = object.get(name);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return JsonNodeFactory.instance.missingNode();
  }
}
