package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.memberRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.testing.TestBed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent to Azure, and what counts as done. */
final class EntriesAndBodiesTest {

  private static JsonNode entries(JsonNode pool) {
    return pool.path("properties").path("loadBalancerBackendAddresses");
  }

  private static List<String> names(TestBed bed) {
    List<String> names = new ArrayList<>();
    entries(bed.arm.bodies().get(0)).forEach(entry -> names.add(entry.path("name").asText()));
    return names;
  }

  private static TestBed oddNames() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2", "n3", "n4").pool("ns-a", "10.0.0.4");
    ((ObjectNode) entries(bed.arm.json(TestBed.LB, "ns-a")).get(0)).put("name", "A-B");
    bed.documents.putMapping(
        TestBed.CLUSTER,
        bed.mapping(TestBed.CLUSTER, 9)
            .replace("\"n1\"", "\"a b\"")
            .replace("\"n2\"", "\"a/b\"")
            .replace("\"n3\"", "\"\\u00a7\\u00a7\""));
    assertEquals(Outcome.UPDATED, bed.outcome());
    return bed;
  }

  @Test
  @DisplayName("F01 new entries have a name of their own, also for a node without a usable one")
  void newEntriesHaveANameOfTheirOwn() {
    List<String> names = names(oddNames());
    assertEquals(4, names.size());
    Set<String> different = new HashSet<>();
    for (String name : names) {
      assertTrue(name.matches("[A-Za-z0-9._-]+"), names.toString());
      assertTrue(different.add(name.toLowerCase(Locale.ROOT)), names.toString());
    }
    assertEquals(names, names(oddNames()), "the same on every run");
  }

  @Test
  @DisplayName("F08 the body has no back-references and no entries without an address")
  void theBodyHasNoBackReferences() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2").pool("ns-a", "10.0.0.1");
    ObjectNode stored = bed.arm.json(TestBed.LB, "ns-a");
    ObjectNode properties = stored.withObjectProperty("properties");
    for (String back : List.of("loadBalancingRules", "outboundRules", "inboundNatRules")) {
      properties.putArray(back).addObject().put("id", TestBed.LB + "/" + back + "/r");
    }
    properties.putObject("outboundRule").put("id", TestBed.LB + "/outboundRules/r");
    properties.putArray("backendIPConfigurations");
    ObjectNode leftover = properties.withArrayProperty("loadBalancerBackendAddresses").addObject();
    leftover.put("name", "left").putObject("properties");
    ObjectNode first = (ObjectNode) entries(stored).get(0).path("properties");
    first.putArray("inboundNatRulesPortMapping");
    assertEquals(Outcome.UPDATED, bed.outcome());
    JsonNode body = bed.arm.bodies().get(0);
    List<String> sent = new ArrayList<>();
    body.path("properties").fieldNames().forEachRemaining(sent::add);
    assertEquals(List.of("loadBalancerBackendAddresses"), sent);
    assertEquals(2, entries(body).size());
    for (JsonNode entry : entries(body)) {
      assertFalse(entry.path("properties").path("ipAddress").asText().isEmpty(), "" + entry);
      assertFalse(entry.path("properties").has("inboundNatRulesPortMapping"), "" + entry);
    }
  }

  @Test
  @DisplayName("F09 the pool's network is not repeated in new entries and goes back unchanged")
  void thePoolsNetworkIsNotRepeated() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ObjectNode properties =
        bed.arm.json(TestBed.LB, "ns-a").withObjectProperty("properties").put("syncMode", "Manual");
    properties.putObject("virtualNetwork").put("id", TestBed.NETWORK);
    assertEquals(Outcome.UPDATED, bed.outcome());
    JsonNode body = bed.arm.bodies().get(0);
    assertEquals(TestBed.NETWORK, body.at("/properties/virtualNetwork/id").asText());
    assertEquals("Manual", body.at("/properties/syncMode").asText());
    assertEquals(1, entries(body).size());
    assertFalse(entries(body).get(0).path("properties").has("virtualNetwork"));
    TestBed without = TestBed.standard().wants("a", "n1");
    without.run();
    JsonNode entry = entries(without.arm.bodies().get(0)).get(0);
    assertEquals(TestBed.NETWORK, entry.at("/properties/virtualNetwork/id").asText());
  }

  @Test
  @DisplayName("F10 accepted is not done: an operation that ends Failed is a failure, and retried")
  void anOperationThatEndsFailedIsRetried() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertEquals(1, bed.onlyCopy().request().attempt());
    assertFalse(bed.onlyCopy().request().coverable(), "it may have been applied");
    bed.drain(5);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F11 a result that lacks members is signalled and tried again")
  void aResultThatLacksMembersIsTriedAgain() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", answer(WriteKind.NOT_AS_SENT, ""));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertTrue(bed.said("notes").contains("NOT_AS_SENT"), bed.said("notes"));
    assertEquals(1, bed.arm.log().size());
  }

  @Test
  @DisplayName(
      "F12 a rejected member is left out with Azure's code, the others get in, no hot loop")
  void aRejectedMemberIsLeftOut() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2", "n3");
    bed.arm.failNext("ns-a", memberRejected("10.0.0.2"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
    String pools = bed.said("pools");
    assertTrue(pools.contains("address=10.0.0.2") && pools.contains("IpAddressNotInSubnet"), pools);
    assertTrue(bed.queue.sent().isEmpty(), "no hot loop");
    int puts = bed.arm.puts();
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(puts, bed.arm.puts(), "the same is not sent again");
    bed.run(Request.first(TestBed.CLUSTER, TestBed.LB, Cause.SWEEP));
    assertEquals(puts + 1, bed.arm.puts(), "the sweep tries again");
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(bed.ledger().rejected().isEmpty());
  }

  @Test
  @DisplayName(
      "F48 a pool with a leftover that its NIC still names is not written, nothing is lost")
  void aLeftoverThatItsNicStillNamesKeepsThePool() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2").wants("c", "n3");
    bed.pool("ns-a", "10.0.0.1");
    ObjectNode properties = bed.arm.json(TestBed.LB, "ns-a").withObjectProperty("properties");
    String configuration =
        TestBed.LB.resourceGroupId()
            + "/providers/Microsoft.Network/networkInterfaces/nic-4/ipConfigurations/c";
    properties.putArray("backendIPConfigurations").addObject().put("id", configuration);
    properties
        .withArrayProperty("loadBalancerBackendAddresses")
        .addObject()
        .put("name", "left")
        .putObject("properties")
        .putObject("networkInterfaceIPConfiguration")
        .put("id", configuration);
    JsonNode before = bed.arm.json(TestBed.LB, "ns-a").path("properties").deepCopy();
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(before, bed.arm.json(TestBed.LB, "ns-a").path("properties"));
    assertTrue(bed.said("pools").contains("skip=NIC_LEFTOVER"), bed.said("pools"));
    assertEquals(List.of("10.0.0.3"), bed.members("ns-c"));
  }
}
