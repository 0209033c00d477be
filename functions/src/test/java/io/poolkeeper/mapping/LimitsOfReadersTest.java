package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Mapping;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the readers do exactly at their limits, and what they say beyond them. */
class LimitsOfReadersTest {

  private static List<String> violations(String json) {
    return MappingReader.read(json.getBytes(StandardCharsets.UTF_8), "").violations().stream()
        .map(v -> v.path() + " " + v.message())
        .toList();
  }

  @Test
  void anIdMayBeAsLongAsItsLimit() {
    String id = Documents.GROUP + "/providers/Microsoft.Network/virtualNetworks/";
    String longest = id + "x".repeat(2_048 - id.length());
    assertTrue(IdKind.SUBNET_OR_NETWORK.parse(longest).isPresent());
    assertEquals(Optional.empty(), IdKind.SUBNET_OR_NETWORK.parse(longest + "x"));
  }

  @Test
  void listsMayNameAsManyDifferentNodesAsThereMayBe() {
    assertEquals(0, tooManyNames(Limits.NODES));
    assertEquals(1, tooManyNames(Limits.NODES + 1));
  }

  private static long tooManyNames(int count) {
    ObjectNode document = Documents.mapping();
    ObjectNode services = (ObjectNode) document.get("services");
    services.removeAll();
    for (int i = 0; i < count; i++) {
      int service = i / Limits.NAMES_PER_LIST;
      services
          .withObject("/s~1" + service)
          .put("loadBalancer", "lb-1")
          .put("externalTrafficPolicy", "Local")
          .withArray("nodes")
          .add("n" + i);
    }
    return violations(document.toString()).stream()
        .filter(line -> line.contains("different nodes"))
        .count();
  }

  @Test
  void textsAreShownUpToAHundredAndTwentyCharacters() {
    String most = "x".repeat(120);
    assertEquals(most, Shown.escaped(most));
    assertEquals(most + "... (121 characters)", Shown.escaped(most + "y"));
  }

  @Test
  void twoBytesOfAByteOrderMarkAreNoJson() {
    byte[] start = {(byte) 0xEF, (byte) 0xBB};
    assertTrue(
        MappingReader.read(start, "").violations().get(0).message().contains("a byte that is"));
    byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    assertTrue(
        MappingReader.read(mark, "").violations().get(0).message().contains("byte order mark"));
  }

  @Test
  void whatIsNotJsonToItsEndIsReportedAlone() {
    assertEquals(1, violations("  ").size(), violations("  ").toString());
    String broken = Documents.mapping(d -> d.remove("revision")).toString();
    assertEquals(
        List.of("$ expected nothing after the JSON object, found more; remove it"),
        violations(Documents.mapping() + "{}"));
    assertEquals(2, violations(broken + "{}").size());
    String dangling = Documents.mapping(d -> ((ObjectNode) d.get("nodes")).remove("n3")).toString();
    assertEquals(1, violations(dangling).size());
    assertTrue(violations(dangling).get(0).contains("ns/web"));
    List<String> more = violations(dangling + "{}");
    assertEquals(1, more.size(), "references are not looked at: " + more);
    assertEquals(1, violations(dangling + "x").size());
  }

  @Test
  void everyMessageSaysWhatToDo() {
    ObjectNode document = Documents.mapping();
    ((ObjectNode) document.get("nodes").get("n1")).set("addresses", Documents.value("[]"));
    ((ObjectNode) document.get("services").get("ns/web")).put("loadBalancer", "lb-9");
    ((ObjectNode) document.get("services").get("ns/web")).set("ipFamilies", Documents.value("[]"));
    ((ObjectNode) document.get("services").get("ns/web")).set("nodes", Documents.value("['n9']"));
    ((ObjectNode) document.get("services").get("ns/api")).put("loadBalancer", "lb-2");
    assertEquals(
        List.of(
            "$.nodes.n1.addresses expected at least one address, found an empty list; add one or"
                + " remove the node",
            "$.services['ns/web'].ipFamilies expected IPv4, IPv6 or both, found an empty list; add"
                + " one or leave it out",
            "$.loadBalancers['lb-2'] expected nodes, since the Cluster service 'ns/api' is on this"
                + " load balancer, found none; list them, or an empty list to empty the pool",
            "$.services['ns/web'].loadBalancer expected the name of a load balancer in"
                + " $.loadBalancers, found 'lb-9'; add the load balancer or correct the name",
            "$.services['ns/web'].nodes[0] expected the name of a node in $.nodes, spelled"
                + " exactly, found 'n9'; add the node or take the name out"),
        violations(document.toString()).stream().sorted(LimitsOfReadersTest::bySection).toList());
  }

  private static int bySection(String a, String b) {
    return List.of(section(a), a).toString().compareTo(List.of(section(b), b).toString());
  }

  private static int section(String violation) {
    return violation.contains("expected at least one") || violation.contains("or both") ? 0 : 1;
  }

  @Test
  void theSliceDependsOnPoolNamesWithoutTheirCase() {
    String plain = slice("one");
    assertEquals(plain, slice("ONE"));
    assertNotEquals(plain, slice("two"));
  }

  private static String slice(String pool) {
    ObjectNode document = Documents.mapping();
    ((ObjectNode) document.get("services").get("ns/api"))
        .set("pools", Documents.value("{'IPv4':'" + pool + "'}"));
    Mapping mapping = MappingReader.read(Documents.bytes(document), "").value().orElseThrow();
    return Slice.hash(mapping, "lb-1");
  }

  @Test
  void aDocumentThatIsPutAgainCountsOnceAndOneThatWasRemovedNotAtAll() {
    ParsedDocuments<String> parsed = new ParsedDocuments<>();
    int half = (int) (ParsedDocuments.TOTAL_BYTES / 2);
    parsed.put("a", loaded(), half);
    parsed.put("a", loaded(), half);
    parsed.put("b", loaded(), half);
    assertTrue(parsed.get("a").isPresent(), "both fill the room exactly");
    parsed.remove("b");
    parsed.remove("b");
    parsed.put("c", loaded(), half);
    assertTrue(parsed.get("a").isPresent());
    assertTrue(parsed.get("c").isPresent());
    parsed.put("d", loaded(), 1);
    assertEquals(Optional.empty(), parsed.get("a"), "the one not used for longest");
    assertTrue(parsed.get("c").isPresent());
    parsed.put("c", Loaded.of(DocumentResult.valid("x"), Optional.empty()), 1);
    assertEquals(Optional.empty(), parsed.get("c"), "what is there now has no ETag");
  }

  @Test
  void asManyClustersAsTheLimitAreKept() {
    ParsedDocuments<String> parsed = new ParsedDocuments<>();
    for (int i = 0; i < ParsedDocuments.CLUSTERS; i++) {
      parsed.put("c" + i, loaded(), 1);
    }
    assertTrue(parsed.get("c0").isPresent());
  }

  private static Loaded<String> loaded() {
    return Loaded.of(DocumentResult.valid("x"), Optional.of("e"));
  }
}
