package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ReadsTest {
  private static final String NETWORK_PROVIDER = SmallWorld.GROUP + "/providers/Microsoft.Network/";
  private static final String SCALE_SET =
      SmallWorld.GROUP + "/providers/microsoft.Compute/virtualMachineScaleSets/VMSS";

  private static SmallWorld world() {
    return new SmallWorld()
        .balancer("lb")
        .pool("lb", "web", "Tcp", true, "10.0.0.4")
        .balancer("lb2")
        .machine("10.0.0.4", SmallWorld.poolId("lb", "web"))
        .machine("10.0.0.5")
        .instance("vmss", "0", "10.0.0.8")
        .instance("vmss", "1", "10.0.0.9");
  }

  private static Local local() {
    return new Local(new Options(), world());
  }

  private static List<String> names(Reply reply) {
    List<String> found = new ArrayList<>();
    Json.items(reply.body(), "value").forEach(v -> found.add(Json.text(v, "name")));
    return found;
  }

  @Test
  void idsCompareWithoutCaseAndComeBackAsStored() {
    Reply reply = local().get(SmallWorld.poolId("lb", "web").toUpperCase(Locale.ROOT));
    assertEquals(200, reply.status());
    assertEquals(SmallWorld.poolId("lb", "web"), Json.text(reply.body(), "id"));
    assertEquals(Json.text(reply.body(), "etag"), reply.headers().get("ETag"));
  }

  @Test
  void listsByGroupSubscriptionAndParent() {
    Local arm = local();
    assertEquals(List.of("lb", "lb2"), names(arm.get(NETWORK_PROVIDER + "loadBalancers")));
    String subscription =
        SmallWorld.GROUP.substring(0, SmallWorld.GROUP.indexOf("/resourceGroups"));
    assertEquals(
        List.of("lb", "lb2"),
        names(arm.get(subscription + "/providers/Microsoft.Network/loadBalancers")));
    assertEquals(
        List.of("web"), names(arm.get(SmallWorld.balancerId("lb") + "/backendAddressPools")));
    assertEquals(List.of("nodes"), names(arm.get(SmallWorld.NETWORK + "/subnets")));
    assertEquals(
        List.of("nic-10.0.0.4"),
        names(arm.get(SmallWorld.balancerId("lb") + "/networkInterfaces")));
    assertEquals(List.of("nic", "nic"), names(arm.get(SCALE_SET + "/networkInterfaces")));
    assertEquals(
        List.of("nic"), names(arm.get(SCALE_SET + "/virtualMachines/1/networkInterfaces")));
    assertEquals(List.of("rg-net"), names(arm.get(subscription + "/resourceGroups")));
    assertEquals(204, arm.call("HEAD", SmallWorld.GROUP + "?api-version=1", null, "").status());
  }

  @Test
  void threeKindsOfNotFound() {
    Local arm = local();
    String elsewhere =
        SmallWorld.GROUP.replace("rg-net", "other") + "/providers/Microsoft.Network/loadBalancers";
    assertEquals("ResourceGroupNotFound", code(arm.get(elsewhere)));
    assertEquals("ResourceNotFound", code(arm.get(SmallWorld.balancerId("none"))));
    assertEquals("ResourceNotFound", code(arm.get(SmallWorld.poolId("none", "web"))));
    assertEquals("NotFound", code(arm.get(SmallWorld.poolId("lb", "none"))));
    assertEquals("ResourceNotFound", code(arm.get(SCALE_SET + "2/networkInterfaces")));
    assertEquals("ResourceGroupNotFound", code(arm.put(elsewhere + "/lb", Json.object())));
  }

  private static String code(Reply reply) {
    return (reply.status() == 404 ? "" : reply.status() + " ")
        + Json.text(reply.body(), "error", "code");
  }

  @Test
  void subnetsShowWhoSitsInThemAndDetailsOnDemand() {
    Local arm = local();
    JsonNode plain =
        arm.get(SmallWorld.NETWORK).body().at("/properties/subnets/0/properties/ipConfigurations");
    assertEquals(4, plain.size());
    assertFalse(plain.get(0).has("properties"));
    JsonNode expanded =
        arm.get(SmallWorld.NETWORK + "?$expand=subnets/ipConfigurations")
            .body()
            .at("/properties/subnets/0/properties/ipConfigurations");
    assertEquals("10.0.0.4", Json.text(expanded.get(0), "properties", "privateIPAddress"));
    assertFalse(expanded.get(0).path("properties").has("loadBalancerBackendAddressPools"));
  }

  @Test
  void pagesLeadToEachOther() {
    Local arm = new Local(new Options().pageSize(1), world());
    Reply first = arm.get(NETWORK_PROVIDER + "loadBalancers");
    assertEquals(List.of("lb"), names(first));
    String next = Json.text(first.body(), "nextLink").substring("https://sim".length());
    Reply second = arm.call("GET", next, null, "");
    assertEquals(List.of("lb2"), names(second));
    assertFalse(second.body().has("nextLink"));
    assertEquals(400, arm.get(NETWORK_PROVIDER + "loadBalancers?$skipToken=nonsense").status());
  }

  @Test
  void staleReadShowsTheStateBeforeTheLastWrite() {
    Local arm = local();
    String pool = SmallWorld.poolId("lb", "web");
    String before = arm.etag(pool);
    arm.put(pool, SmallWorld.body());
    arm.engine.faults.add(Fault.on("GET", "/loadBalancers/").stale().count(2));
    assertEquals(before, arm.etag(pool));
    assertEquals(before, arm.etag(SmallWorld.balancerId("lb")));
    assertNotEquals(before, arm.etag(pool));
  }

  @Test
  void snapshotRoundTripKeepsUnknownProperties() {
    SmallWorld world = world();
    Json.properties(world.last("lb"))
        .putObject("future")
        .put("x", new java.math.BigDecimal("1.10"));
    Local arm = new Local(new Options(), world);
    ObjectNode dump = arm.engine.dump();
    assertEquals("1.10", dump.at("/loadBalancers/0/properties/future/x").asText());
    arm.engine.load(dump);
    assertEquals(2, arm.engine.dump().path("loadBalancers").size());
    String path = "snapshot: $.loadBalancers[0].id";
    ObjectNode broken = dump.deepCopy();
    ((ObjectNode) broken.at("/loadBalancers/0")).put("id", "lb");
    String message =
        assertThrows(IllegalArgumentException.class, () -> arm.engine.load(broken)).getMessage();
    assertTrue(message.startsWith(path), message);
    assertEquals(
        2, arm.engine.dump().path("loadBalancers").size(), "a bad snapshot changes nothing");
  }

  @Test
  void otherResourcesCanBePutAndDeleted() {
    Local arm = local();
    ObjectNode gateway = Json.object().put("location", "westeurope");
    gateway.putObject("sku").put("name", "Standard");
    gateway.putObject("properties").putArray("publicIpAddresses").addObject().put("id", "pip");
    String id = NETWORK_PROVIDER + "natGateways/gw";
    assertEquals(201, arm.put(id, gateway).status());
    assertEquals(200, arm.put(id, gateway).status());
    ObjectNode subnet = (ObjectNode) arm.get(SmallWorld.SUBNET).body();
    Json.properties(subnet).putObject("natGateway").put("id", id);
    assertEquals(200, arm.put(SmallWorld.SUBNET, subnet).status());
    assertEquals(Strength.CERTAIN, arm.strength("10.0.0.5", "UDP"));
    assertEquals(202, arm.delete(id).status());
    assertEquals(404, arm.get(id).status());
    assertEquals(204, arm.delete(id).status());
  }
}
