package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random changes of valid documents: reading never throws, never takes long, and accepts nothing
 * that the shipped schema refuses. {@code -Dfuzz.seed=} repeats a run, {@code -Dfuzz.count=} makes
 * it longer.
 */
class ReaderFuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20301231L);
  private static final int COUNT = Integer.getInteger("fuzz.count", 3_000);

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.0",
          "1e400",
          "''",
          "'lb-1'",
          "'n1'",
          "'N1'",
          "'IPv4'",
          "'Local'",
          "'Cluster'",
          "'10.0.0.1'",
          "'fd00::1'",
          "'10.0.5'",
          "'2030-01-31T12:00:00Z'",
          "'2030-01-31T12:00:60Z'",
          "'2030-01-31t12:00:00.1234567z'",
          "'2030-01-31T12:00:00+23:59'",
          "'2030-02-29T12:00:00Z'",
          "'" + Documents.NETWORK + "'",
          "'" + Documents.LOAD_BALANCERS + "lb-1'",
          "'" + Documents.VM + "'",
          "'observe'",
          "[]",
          "{}",
          "['n1']",
          "['IPv4','IPv6']",
          "{'IPv4':'a'}",
          "{'addresses':['10.0.0.1']}");

  private static final List<String> NAMES =
      List.of(
          "schema",
          "cluster",
          "epoch",
          "generatedAt",
          "nodes",
          "pools",
          "ipFamilies",
          "ready",
          "vm",
          "externalTrafficPolicy",
          "mode",
          "paused",
          "approve",
          "egress",
          "until",
          "n1",
          "ns/web",
          "LB-1",
          "",
          "x");

  @Test
  void mappingsThatAreChangedAnywhere() {
    fuzz(richMapping(), SchemaOracle.mapping(), bytes -> MappingReader.read(bytes, "prod"));
  }

  @Test
  void controlsThatAreChangedAnywhere() {
    fuzz(richControls(), SchemaOracle.controls(), bytes -> ControlsReader.read(bytes, "prod"));
  }

  private static void fuzz(
      ObjectNode valid, SchemaOracle schema, Function<byte[], DocumentResult<?>> reader) {
    System.out.println("fuzz seed " + SEED + ", count " + COUNT);
    assertEquals(List.of(), reader.apply(Documents.bytes(valid)).violations());
    assertEquals(List.of(), schema.errors(valid));
    Random random = new Random(SEED);
    int accepted = 0;
    for (int i = 0; i < COUNT; i++) {
      byte[] changed =
          random.nextBoolean() ? changedTree(valid, random) : changedBytes(valid, random);
      DocumentResult<?> result = check(reader, changed, i);
      if (result.value().isPresent()) {
        accepted++;
        int round = i;
        assertEquals(List.of(), schema.errors(changed), () -> describe(changed, round));
      }
    }
    assertTrue(accepted > COUNT / 100 && accepted < COUNT / 2, "accepted " + accepted);
  }

  private static DocumentResult<?> check(
      Function<byte[], DocumentResult<?>> reader, byte[] document, int round) {
    try {
      DocumentResult<?> result = assertTimeout(Duration.ofSeconds(5), () -> reader.apply(document));
      for (Violation violation : result.violations()) {
        assertTrue(violation.path().startsWith("$"), violation::path);
        assertTrue(violation.message().length() < 1_000, violation::message);
      }
      return result;
    } catch (RuntimeException e) {
      throw new AssertionError(describe(document, round), e);
    }
  }

  private static String describe(byte[] document, int round) {
    return "seed "
        + SEED
        + ", round "
        + round
        + ": "
        + new String(document, StandardCharsets.UTF_8);
  }

  private static byte[] changedTree(ObjectNode valid, Random random) {
    ObjectNode copy = valid.deepCopy();
    int changes = 1 + random.nextInt(2);
    for (int i = 0; i < changes; i++) {
      changeOne(copy, random);
    }
    return Documents.bytes(copy);
  }

  private static void changeOne(ObjectNode document, Random random) {
    List<JsonNode> containers = new ArrayList<>();
    collect(document, containers);
    JsonNode container = containers.get(random.nextInt(containers.size()));
    JsonNode value = Documents.value(VALUES.get(random.nextInt(VALUES.size())));
    if (container instanceof ArrayNode) {
      ((ArrayNode) container).insert(random.nextInt(container.size() + 1), value);
      return;
    }
    ObjectNode object = (ObjectNode) container;
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String existing = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
    String other = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(4)) {
      case 0:
        object.remove(existing);
        break;
      case 1:
        object.set(existing, value);
        break;
      case 2:
        object.set(other, value);
        break;
      default:
        JsonNode moved = object.remove(existing);
        object.set(other, moved == null ? value : moved);
        break;
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private static byte[] changedBytes(ObjectNode valid, Random random) {
    byte[] bytes = Documents.bytes(valid);
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(4)) {
      case 0:
        return Arrays.copyOf(bytes, at);
      case 1:
        bytes[at] = (byte) random.nextInt(256);
        return bytes;
      case 2:
        bytes[at] = (byte) "0123456789abcdefLN:./-_\"{}[],".charAt(random.nextInt(29));
        return bytes;
      default:
        int end = Math.min(bytes.length, at + random.nextInt(60));
        return doubled(bytes, at, end);
    }
  }

  private static byte[] doubled(byte[] bytes, int from, int to) {
    byte[] longer = new byte[bytes.length + to - from];
    System.arraycopy(bytes, 0, longer, 0, to);
    System.arraycopy(bytes, from, longer, to, bytes.length - from);
    return longer;
  }

  private static ObjectNode richMapping() {
    ObjectNode mapping = Documents.mapping();
    mapping.put("epoch", 1).put("generatedAt", "2030-01-31T12:00:00Z");
    ObjectNode nodes = (ObjectNode) mapping.get("nodes");
    ((ObjectNode) nodes.get("n1")).put("ready", false).put("vm", Documents.VM);
    ((ObjectNode) nodes.get("n2")).withArray("addresses").add("fd00::2");
    ObjectNode services = (ObjectNode) mapping.get("services");
    ((ObjectNode) services.get("ns/api"))
        .<ObjectNode>set("ipFamilies", Documents.value("['IPv4','IPv6']"))
        .set("pools", Documents.value("{'IPv6':'six'}"));
    return mapping;
  }

  private static ObjectNode richControls() {
    return Documents.object(
        "{'schema':'poolkeeper.controls/v1','cluster':'prod','mode':'apply','loadBalancers':{"
            + "'lb-1':{'mode':'observe','paused':{'by':'ann','because':'move','until':"
            + "'2030-01-31T12:00:00Z'}},'lb-2':{'approve':{'planDigest':'"
            + "0123456789abcdef".repeat(4)
            + "','until':'2030-01-31T12:00:00Z','by':'bob'}}},'egress':[{'subnet':'"
            + Documents.NETWORK
            + "/subnets/a','family':'IPv4','because':'BGP','until':'2030-01-31T12:00:00Z'}]}");
  }
}
