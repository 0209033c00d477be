package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Real answers of ARM, where the folder with them is at hand ({@code POOLKEEPER_SHARED}, or {@code
 * shared} beside a parent folder); they are not part of the project.
 */
class ArmExamplesTest {
  private static final Map<String, Function<JsonNode, Object>> READERS = new TreeMap<>();

  static {
    READERS.put("loadbalancers", ArmReader::loadBalancer);
    READERS.put("backendaddresspools", ArmReader::pool);
    READERS.put("virtualnetworks", ArmReader::virtualNetwork);
    READERS.put("networkinterfaces", ArmReader::nic);
    READERS.put("natgateways", ArmReader::natGateway);
    READERS.put("routetables", ArmReader::routeTable);
    READERS.put("publicipaddresses", ArmReader::publicAddress);
  }

  private static Optional<Path> folder() {
    String told = System.getProperty("POOLKEEPER_SHARED", System.getenv("POOLKEEPER_SHARED"));
    List<Path> candidates = new ArrayList<>();
    if (told != null) {
      candidates.add(Path.of(told));
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      candidates.add(at.resolve("shared"));
    }
    Optional<Path> found =
        candidates.stream()
            .map(p -> p.resolve("arm-examples"))
            .filter(Files::isDirectory)
            .findFirst();
    if (found.isEmpty()) {
      System.out.println(
          "ATTENTION: no folder shared/arm-examples found; ARM's real answers are NOT checked."
              + " Set POOLKEEPER_SHARED to the folder that holds it.");
    }
    return found;
  }

  private static List<Path> files(String name) {
    return folder()
        .map(
            folder -> {
              try (Stream<Path> files = Files.list(folder.resolve(name))) {
                return files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .orElse(List.of());
  }

  private static JsonNode json(Path file) {
    try {
      return Texts.json(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<JsonNode> bodies(JsonNode document) {
    List<JsonNode> bodies = new ArrayList<>();
    if (document.path("response").path("status").asInt() / 100 == 2) {
      bodies.add(document.path("response").path("body"));
    }
    document.path("responses").forEach(response -> bodies.add(response.path("body")));
    return bodies.stream()
        .flatMap(
            body -> {
              if (!body.path("value").isArray()) {
                return Stream.of(body);
              }
              List<JsonNode> items = new ArrayList<>();
              body.path("value").forEach(items::add);
              return items.stream();
            });
  }

  @Test
  void everyResourceParsesAndNothingOfAPoolIsLost() {
    Map<String, Integer> seen = new TreeMap<>();
    List<Path> all = new ArrayList<>(files("recorded"));
    all.addAll(files("arm-spec-2021-02-01"));
    for (Path file : all) {
      bodies(json(file))
          .forEach(
              body -> {
                Optional<ArmId> id = ArmId.parse(body.path("id").asText(""));
                if (id.isPresent()) {
                  String type = id.get().type();
                  check(file, type.substring(type.lastIndexOf('/') + 1), body, seen);
                }
              });
    }
    if (!all.isEmpty()) {
      System.out.println("ARM examples read: " + seen);
      assertEquals(READERS.keySet(), seen.keySet());
    }
  }

  private static void check(Path file, String kind, JsonNode body, Map<String, Integer> seen) {
    Function<JsonNode, Object> reader = READERS.get(kind);
    if (reader == null) {
      return;
    }
    seen.merge(kind, 1, Integer::sum);
    String before = body.toString();
    Object model;
    try {
      model = reader.apply(body);
    } catch (RuntimeException e) {
      throw new AssertionError(file + ": " + e.getMessage(), e);
    }
    assertEquals(before, body.toString(), file + ": the document was changed by reading it");
    List<Pool> pools =
        model instanceof Pool p
            ? List.of(p)
            : model instanceof LoadBalancer lb ? lb.pools() : List.of();
    JsonNode raw = body.path("properties").path("backendAddressPools");
    for (int i = 0; i < pools.size(); i++) {
      assertEquals(model instanceof Pool ? body : raw.get(i), pools.get(i).raw(), file.toString());
    }
  }

  @Test
  void recordedAnswersPassTheAdapterWithoutLoss() {
    for (Path file : files("recorded")) {
      JsonNode response = json(file).path("response");
      String name = file.getFileName().toString();
      Reply reply = Reply.of(response.path("status").asInt(), response.path("body").toString());
      ArmLoadBalancers lbs = over(FakeArm.inOrder(reply));
      if (name.equals("lb-get-200-etag.json")) {
        assertEquals(ReadKind.FOUND, lbs.get(Texts.LB, "r").kind(), name);
      } else if (name.equals("lb-list-200.json")) {
        var listed = lbs.list(Texts.LB.resourceGroupId(), "r");
        assertEquals(ReadKind.FOUND, listed.kind(), name);
        assertEquals(response.path("body").path("value").size(), listed.loadBalancers().size());
      } else if (name.equals("rg-not-found-404.json")) {
        assertEquals(ReadKind.FORBIDDEN, lbs.list(Texts.LB.resourceGroupId(), "r").kind(), name);
      } else if (name.equals("lb-put-if-match-412.json")) {
        assertEquals(WriteKind.STALE, put(reply), name);
      } else if (name.equals("pool-get-404.json")) {
        assertEquals(WriteKind.POOL_NOT_FOUND, put(reply), name);
      } else if (name.equals("lb-get-404.json")) {
        assertEquals(WriteKind.LB_NOT_FOUND, put(reply), name);
      }
    }
  }

  @Test
  void reportedErrorsHaveTheirKind() {
    for (Path file : files("errors")) {
      JsonNode body = json(file);
      String name = file.getFileName().toString();
      if (body.has("status")) {
        Reply accepted =
            Reply.of(200, Texts.pool("Updating", "e", "10.0.0.1"))
                .with("Azure-AsyncOperation", Texts.OPERATION);
        WriteKind kind = put(accepted, Reply.of(200, body.toString()));
        assertEquals(
            name.startsWith("canceled") ? WriteKind.SUPERSEDED : WriteKind.BUSY, kind, name);
      } else {
        assertEquals(WriteKind.BUSY, put(Reply.of(429, body.toString())), name);
      }
      ArmError error = ArmError.of(body);
      assertNotEquals("", error.code(), name);
      assertTrue(error.detail().length() <= 403, name);
    }
  }

  private static ArmLoadBalancers over(FakeArm arm) {
    return new ArmLoadBalancers(arm.client(), new ManualTime(), Duration.ofMinutes(3));
  }

  private static WriteKind put(Reply... replies) {
    return over(FakeArm.inOrder(replies))
        .put(Texts.poolOf("10.0.0.1"), Texts.adding("10.0.0.2"), Texts.VNET, "e", "r", () -> true)
        .kind();
  }

  @Test
  void theReadOfAFailureKeepsAzuresWords() {
    Instant now = ManualTime.START;
    for (Path file : files("recorded")) {
      JsonNode response = json(file).path("response");
      if (response.path("status").asInt() >= 400) {
        Answer answer =
            new Answer(
                response.path("status").asInt(),
                new com.azure.core.http.HttpHeaders(),
                response.path("body").toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                Optional.empty());
        ReadFailure failure = ReadFailure.of(answer, "x", now);
        assertEquals(response.at("/body/error/code").asText(), failure.code(), file.toString());
      }
    }
  }
}
