package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Recordings of the public cloud, asked again here: same status, headers and body keys. */
class RecordedShapesIT {
  /** Headers whose values are other ones every time. */
  private static final Set<String> VARYING =
      Set.of("content-length", "etag", "x-ms-original-request-ids");

  private final List<String> differences = new ArrayList<>();

  @Test
  void everyRecordingIsAnsweredInTheSameShape() throws IOException, InterruptedException {
    int compared;
    try (ArmSimulator simulator = ArmSimulator.start(new Options())) {
      compared = compareAll(simulator);
    }
    System.out.println("recordings compared with the simulator: " + compared);
    assertEquals(List.of(), differences);
  }

  private int compareAll(ArmSimulator simulator) throws IOException, InterruptedException {
    int compared = 0;
    Client client = new Client(simulator);
    for (Path file : SharedFolder.files("arm-examples/recorded")) {
      JsonNode recording = Json.MAPPER.readTree(file.toFile());
      String name = file.getFileName().toString();
      if (recording.path("request").path("url").asText().contains("/operations/")) {
        compare(name, recording.path("response"), poll(simulator, client));
      } else {
        compare(name, recording.path("response"), ask(recording, simulator, client));
      }
      compared++;
    }
    return compared;
  }

  private static HttpResponse<String> poll(ArmSimulator simulator, Client client)
      throws IOException, InterruptedException {
    simulator.load(new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", true).json);
    HttpResponse<String> put =
        client.put(SmallWorld.poolId("lb", "web"), SmallWorld.body("10.0.0.4"));
    URI url = URI.create(put.headers().firstValue("Azure-AsyncOperation").orElseThrow());
    return client.call("GET", url.getPath() + "?" + url.getQuery(), null, Map.of());
  }

  private static HttpResponse<String> ask(JsonNode recording, ArmSimulator simulator, Client client)
      throws IOException, InterruptedException {
    JsonNode asked = recording.path("request");
    URI url = URI.create(asked.path("url").asText());
    String method = asked.path("method").asText();
    simulator.load(state(ArmId.parse(url.getPath()), method, recording.path("response")));
    Map<String, String> headers = new TreeMap<>();
    if (asked.path("headers").has("If-Match")) {
      headers.put("If-Match", asked.path("headers").path("If-Match").asText());
    }
    String body = asked.path("body").isObject() ? asked.path("body").toString() : null;
    return client.call(method, url.getPath() + "?" + url.getQuery(), body, headers);
  }

  private void compare(String name, JsonNode wanted, HttpResponse<String> got) throws IOException {
    expect(name + " status", wanted.path("status").asInt(), got.statusCode());
    wanted
        .path("headers")
        .properties()
        .forEach(
            h ->
                compareHeader(
                    name,
                    h.getKey(),
                    h.getValue().asText(),
                    got.headers().firstValue(h.getKey()).orElse(null)));
    for (String header :
        List.of("ETag", "Location", "Azure-AsyncOperation", "Retry-After", "x-ms-failure-cause")) {
      boolean recorded =
          wanted.path("headers").properties().stream()
              .anyMatch(h -> h.getKey().equalsIgnoreCase(header));
      expect(name + " has " + header, recorded, got.headers().firstValue(header).isPresent());
    }
    JsonNode body =
        got.body().isEmpty() ? Json.MAPPER.nullNode() : Json.MAPPER.readTree(got.body());
    expect(name + " body", shape(wanted.path("body")), shape(body));
    expect(name + " state", state(wanted), Json.text(body, "properties", "provisioningState"));
    expect(
        name + " error", wanted.at("/body/error/code").asText(), body.at("/error/code").asText());
    expect(name + " message", text(wanted), text(Json.object().set("body", body)));
  }

  private static String state(JsonNode wanted) {
    return Json.text(wanted, "body", "properties", "provisioningState");
  }

  /** Both messages with the etag that was found blanked out. */
  private static String text(JsonNode holder) {
    return (holder.at("/body/error/message").asText()
            + holder.at("/body/error/details/0/message").asText())
        .replaceAll("W/\"[0-9a-f-]{36}\"", "ETAG");
  }

  private void compareHeader(String name, String header, String wanted, String got) {
    String lower = Json.lower(header);
    if (got == null) {
      differences.add(name + ": no header " + header);
    } else if (lower.equals("azure-asyncoperation") || lower.equals("location")) {
      expect(name + " " + header, operationShape(wanted), operationShape(got));
    } else if (!VARYING.contains(lower) && !lower.startsWith("x-ms-ratelimit")) {
      expect(name + " " + header, wanted, got);
    }
  }

  private static String operationShape(String url) {
    URI uri = URI.create(url);
    return uri.getPath().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID")
        + " "
        + uri.getQuery().replaceAll("=[^&]*", "");
  }

  private void expect(String what, Object wanted, Object got) {
    if (!wanted.equals(got)) {
      differences.add(what + ": recorded " + wanted + ", got " + got);
    }
  }

  /** Paths of all fields; elements of lists by their fields only. */
  private static Set<String> shape(JsonNode node) {
    Set<String> paths = new TreeSet<>();
    collect(node, "", paths);
    return paths;
  }

  private static void collect(JsonNode node, String path, Set<String> paths) {
    node.properties()
        .forEach(
            f -> {
              paths.add(path + "." + f.getKey());
              collect(f.getValue(), path + "." + f.getKey(), paths);
            });
    if (node.isArray()) {
      node.forEach(item -> collect(item, path + "[]", paths));
    }
  }

  /** A state in which the recorded question has the recorded answer. */
  private static ObjectNode state(ArmId id, String method, JsonNode wanted) {
    ObjectNode snapshot = Json.object();
    ArrayNode all = snapshot.putArray("resources");
    if (wanted.at("/body/error/code").asText().equals("ResourceGroupNotFound")) {
      ArmId other =
          new ArmId(
              id.subscription(), "another", "Microsoft.Network", List.of("routeTables", "rt"));
      all.addObject().put("id", other.text()).put("name", "rt");
      return snapshot;
    }
    List<JsonNode> shown = new ArrayList<>();
    if (id.isCollection()) {
      shown.addAll(Json.items(wanted, "body", "value"));
    } else if (wanted.at("/body/id").isTextual() && wanted.path("status").asInt() != 201) {
      shown.add(wanted.path("body"));
    } else if (wanted.path("status").asInt() == 412 || method.equals("DELETE")) {
      shown.add(
          Json.object().put("id", id.text()).put("name", id.name(0)).put("location", "eastus"));
    }
    if (Writer.isChild(id) || id.steps().size() == 3) {
      String type = id.type(1);
      ObjectNode parent =
          all.addObject().put("id", id.upTo(2)).put("name", id.name(0)).put("location", "eastus");
      parent.putObject("sku").put("name", "Standard");
      parent.putObject("properties").putArray(type).addAll(shown);
      return snapshot;
    }
    all.addAll(shown);
    String other =
        id.group() + "/providers/Microsoft.Network/networkSecurityGroups/keeps-the-group";
    all.addObject()
        .put("id", "/subscriptions/" + id.subscription() + "/resourceGroups/" + other)
        .put("name", "keeps-the-group");
    return snapshot;
  }
}
