package io.poolkeeper.cli.local;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Plays everybody who is not the app: publisher and operator write blobs, and Event Grid tells the
 * app's webhook about them over HTTP, as it does in Azure; a deployment changes the network in ARM.
 */
public final class Publisher {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CALL = Duration.ofSeconds(30);

  private final BlobServiceClient blobs;
  private final URI webhook;
  private final String storage;
  private final Optional<String> traceparent;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL).build();

  public Publisher(String connectionString, URI webhook) {
    this(connectionString, webhook, Optional.empty());
  }

  /**
   * @param traceparent W3C trace context that events are delivered with
   */
  public Publisher(String connectionString, URI webhook, Optional<String> traceparent) {
    this.traceparent = traceparent;
    this.blobs = client(connectionString);
    this.webhook = webhook;
    this.storage = blobs.getAccountUrl();
  }

  private static BlobServiceClient client(String connectionString) {
    return new BlobServiceClientBuilder()
        .connectionString(connectionString)
        .serviceVersion(BlobServiceVersion.V2025_11_05)
        .httpClient(new JdkHttpClientBuilder().build())
        .buildClient();
  }

  /** Writes {@code <cluster>/mapping.json} and tells the app. */
  public void mapping(String cluster, byte[] document) throws IOException {
    upload("mappings", cluster + "/mapping.json", document);
  }

  /** Writes {@code <cluster>/controls.json} and tells the app. */
  public void controls(String cluster, byte[] document) throws IOException {
    upload("controls", cluster + "/controls.json", document);
  }

  private void upload(String container, String name, byte[] document) throws IOException {
    blobs
        .getBlobContainerClient(container)
        .getBlobClient(name)
        .upload(BinaryData.fromBytes(document), true);
    ArrayNode events = JSON.createArrayNode();
    ObjectNode event = events.addObject();
    event.put(
        "topic",
        "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop/providers/"
            + "Microsoft.Storage/storageAccounts/devstoreaccount1");
    event.put("subject", "/blobServices/default/containers/" + container + "/blobs/" + name);
    event.put("eventType", "Microsoft.Storage.BlobCreated");
    event.put("id", UUID.randomUUID().toString());
    event.put("eventTime", Clock.systemUTC().instant().toString());
    event.put("dataVersion", "").put("metadataVersion", "1");
    ObjectNode data = event.putObject("data").put("api", "PutBlob").put("blobType", "BlockBlob");
    data.put("contentType", "application/json").put("contentLength", document.length);
    data.put("url", storage + "/" + container + "/" + name);
    deliver(events);
  }

  /** An event that says no more than: something was written to this resource. */
  public void changed(String id) throws IOException {
    ArrayNode events = JSON.createArrayNode();
    ObjectNode event =
        events
            .addObject()
            .put("topic", id.substring(0, id.indexOf("/providers/")))
            .put("subject", id);
    event.put("eventType", "Microsoft.Resources.ResourceWriteSuccess");
    event.put("id", UUID.randomUUID().toString());
    event.put("eventTime", Clock.systemUTC().instant().toString());
    event.put("dataVersion", "2").put("metadataVersion", "1");
    ObjectNode data = event.putObject("data").put("resourceUri", id).put("status", "Succeeded");
    data.put("operationName", "Microsoft.Network/loadBalancers/write");
    deliver(events);
  }

  private void deliver(JsonNode events) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(webhook)
            .timeout(CALL)
            .header("Content-Type", "application/json; charset=utf-8")
            .header("aeg-event-type", "Notification")
            .POST(HttpRequest.BodyPublishers.ofString(events.toString()));
    traceparent.ifPresent(value -> request.header("traceparent", value));
    send(http, request.build(), "the event for " + events.path(0).path("subject").asText());
  }

  /** One ARM PUT by somebody else; the simulator publishes its event as Azure does. */
  public static void deploy(HttpClient arm, URI endpoint, String id, JsonNode body)
      throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve(id + "?api-version=2025-03-01"))
            .timeout(CALL)
            .header("Authorization", "Bearer local")
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    send(arm, request, "PUT " + id);
  }

  private static void send(HttpClient client, HttpRequest request, String what) throws IOException {
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(
            what + " was answered with " + answer.statusCode() + ": " + answer.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: " + what, e);
    }
  }
}
