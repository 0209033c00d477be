package io.poolkeeper.devstack.host;

import com.azure.storage.queue.QueueClient;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolkeeper.devstack.host.FunctionDefinition.Binding;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Delivers output bindings after a successful run: queue messages, and HTTP by its endpoint. */
final class OutputSender {
  private final StorageConnections storage;
  private final HostSettings settings;
  private final HostJson.Queues queues;

  OutputSender(StorageConnections storage, HostSettings settings, HostJson.Queues queues) {
    this.storage = storage;
    this.settings = settings;
    this.queues = queues;
  }

  void send(FunctionDefinition definition, Outputs outputs) {
    outputs
        .values()
        .forEach(
            (name, value) ->
                definition
                    .output(name)
                    .filter(binding -> binding.type().equalsIgnoreCase("queue"))
                    .ifPresent(binding -> sendToQueue(definition, binding, value)));
  }

  private void sendToQueue(FunctionDefinition definition, Binding binding, Object value) {
    QueueClient queue = QueueBinding.of(definition.name(), binding, settings, storage).client();
    queue.createIfNotExists();
    for (Object item : value instanceof List<?> list ? list : List.of(value)) {
      queue.sendMessage(encoded(item));
    }
  }

  private String encoded(Object item) {
    byte[] bytes = item instanceof byte[] raw ? raw : text(item).getBytes(StandardCharsets.UTF_8);
    return queues.base64()
        ? Base64.getEncoder().encodeToString(bytes)
        : new String(bytes, StandardCharsets.UTF_8);
  }

  private static String text(Object item) {
    try {
      return item instanceof String text ? text : Json.MAPPER.writeValueAsString(item);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an output value has no JSON form: " + item, e);
    }
  }
}
