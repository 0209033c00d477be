package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Mapping;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final String LB_1 = hash(document -> {}, "lb-1");
  private static final String LB_2 = hash(document -> {}, "lb-2");

  @Test
  void isALowerCaseSha256() {
    assertTrue(LB_1.matches("[0-9a-f]{64}"));
    assertNotEquals(LB_1, LB_2);
  }

  @Test
  void staysWhatItIsWhenNothingOfItChanges() {
    unchanged(d -> d.put("revision", 8).put("epoch", 1).put("generatedAt", "2030-01-31T12:00:00Z"));
    unchanged(d -> object(d, "nodes", "n3").put("ready", false));
    unchanged(d -> object(d, "services", "ns/web").put("loadBalancer", "LB-2"));
    unchanged(d -> object(d, "services", "ns/api").put("loadBalancer", "LB-1"));
    unchanged(d -> object(d, "services", "ns/api").put("externalTrafficPolicy", "Cluster"));
    unchanged(d -> object(d, "nodes", "n1").put("ready", true));
    unchanged(
        d -> object(d, "loadBalancers", "lb-1").set("nodes", Documents.value("['n2','n1','n2']")));
    unchanged(
        d ->
            d.put(
                "virtualNetwork", Documents.NETWORK.replace("virtualNetworks", "VIRTUALNETWORKS")));
  }

  @Test
  void changesWithEverythingThatTheLoadBalancerDependsOn() {
    changed(d -> d.put("virtualNetwork", Documents.NETWORK + "0"));
    changed(d -> object(d, "loadBalancers", "lb-1").put("id", Documents.LOAD_BALANCERS + "x"));
    changed(d -> object(d, "loadBalancers", "lb-1").set("nodes", Documents.value("['n1']")));
    changed(d -> object(d, "loadBalancers", "lb-1").withArray("nodes").add("n3"));
    changed(d -> object(d, "nodes", "n1").put("ready", false));
    changed(d -> object(d, "nodes", "n1").put("vm", Documents.VM));
    changed(d -> object(d, "nodes", "n1").set("addresses", Documents.value("['10.0.0.7']")));
    changed(d -> object(d, "nodes", "n1").withArray("addresses").add("fd00::1"));
    changed(d -> object(d, "services", "ns/api").set("pools", Documents.value("{'IPv4':'x'}")));
    changed(d -> object(d, "services", "ns/api").set("ipFamilies", Documents.value("['IPv6']")));
    changed(d -> object(d, "services", "ns/web").put("loadBalancer", "lb-1"));
    changed(d -> ((ObjectNode) d.get("services")).remove("ns/api"));
  }

  @Test
  void tellsAnEmptyListFromNone() {
    String empty =
        hash(d -> object(d, "loadBalancers", "lb-2").set("nodes", Documents.value("[]")), "lb-2");
    assertNotEquals(LB_2, empty);
  }

  @Test
  void normalisesAddresses() {
    assertEquals(
        hash(d -> object(d, "nodes", "n1").withArray("addresses").add("fd00::1"), "lb-1"),
        hash(d -> object(d, "nodes", "n1").withArray("addresses").add("FD00:0::0001"), "lb-1"));
  }

  @Test
  void knowsNoLoadBalancerThatIsNotThere() {
    assertThrows(IllegalArgumentException.class, () -> hash(d -> {}, "lb-3"));
  }

  private static void unchanged(Consumer<ObjectNode> change) {
    assertEquals(LB_1, hash(change, "lb-1"));
  }

  private static void changed(Consumer<ObjectNode> change) {
    assertNotEquals(LB_1, hash(change, "LB-1"));
  }

  private static ObjectNode object(ObjectNode document, String section, String name) {
    return (ObjectNode) document.get(section).get(name);
  }

  private static String hash(Consumer<ObjectNode> change, String loadBalancer) {
    DocumentResult<Mapping> result =
        MappingReader.read(Documents.bytes(Documents.mapping(change)), "prod");
    return Slice.hash(
        result.value().orElseThrow(() -> new AssertionError(result.violations().toString())),
        loadBalancer);
  }
}
