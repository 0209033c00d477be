package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends an Event Grid event (Event Grid schema, array of one) for every write that ended well. At
 * least once, no order.
 */
final class Events implements AutoCloseable {
  private static final int ATTEMPTS = 4;
  private static final long FIRST_RETRY_MILLIS = 200;
  private static final String TENANT = "00000000-0000-0000-0000-0000000000aa";

  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "arm-simulator-events");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger delivered = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private HttpClient client;

  void send(WriteRecord write, String target, Instant now) {
    if (target != null && !target.isEmpty()) {
      String body = event(write, now).toString();
      worker.execute(() -> deliver(URI.create(target), body, 1));
    }
  }

  int delivered() {
    return delivered.get();
  }

  int lost() {
    return lost.get();
  }

  private void deliver(URI target, String body, int attempt) {
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    }
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json; charset=utf-8")
            .header("aeg-event-type", "Notification")
            .header("aeg-subscription-name", "POOLKEEPER-DEVSTACK")
            .header("aeg-delivery-count", String.valueOf(attempt - 1))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    client
        .sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .whenComplete(
            (response, failure) ->
                ended(target, body, attempt, failure == null ? response.statusCode() : 0));
  }

  private void ended(URI target, String body, int attempt, int status) {
    if (status >= 200 && status < 300) {
      delivered.incrementAndGet();
    } else if (attempt < ATTEMPTS && !worker.isShutdown()) {
      worker.schedule(
          () -> deliver(target, body, attempt + 1),
          FIRST_RETRY_MILLIS << attempt,
          TimeUnit.MILLISECONDS);
    } else {
      lost.incrementAndGet();
    }
  }

  static ArrayNode event(WriteRecord write, Instant now) {
    ArmId id = ArmId.parse(write.id());
    boolean delete = write.method().equals("DELETE");
    String operationName = id.fullType() + (delete ? "/delete" : "/write");
    ArrayNode events = Json.MAPPER.createArrayNode();
    ObjectNode event = events.addObject();
    event.put("subject", write.id());
    event.put(
        "eventType", "Microsoft.Resources.Resource" + (delete ? "Delete" : "Write") + "Success");
    event.put("eventTime", now.toString());
    event.put("id", UUID.randomUUID().toString());
    ObjectNode data = event.putObject("data");
    ObjectNode authorization =
        data.putObject("authorization").put("scope", write.id()).put("action", operationName);
    authorization
        .putObject("evidence")
        .put("role", "Network Contributor")
        .put("principalType", "ServicePrincipal");
    data.putObject("claims")
        .put("aud", "https://management.azure.com/")
        .put("appid", TENANT)
        .put("ver", "1.0");
    data.put("correlationId", UUID.randomUUID().toString());
    data.putObject("httpRequest")
        .put("clientRequestId", write.clientRequestId())
        .put("clientIpAddress", "127.0.0.1")
        .put("method", write.method())
        .put("url", "https://management.azure.com" + write.id());
    data.put("resourceProvider", id.namespace())
        .put("resourceUri", write.id())
        .put("operationName", operationName);
    data.put("status", "Succeeded")
        .put("subscriptionId", id.subscription())
        .put("tenantId", TENANT);
    event.put("dataVersion", "2").put("metadataVersion", "1");
    event.put("topic", "/subscriptions/" + id.subscription() + "/resourceGroups/" + id.group());
    return events;
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
