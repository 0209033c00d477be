package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.azure.arm.FakeArm.Asked;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Parallel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ArmInventoryReaderTest {
  private static final String SUB = "/subscriptions/00000000-0000-0000-0000-000000000001";
  private static final String NET = "/providers/Microsoft.Network/";
  private static final String VMSS =
      SUB + "/resourceGroups/nodes/providers/Microsoft.Compute/virtualMachineScaleSets/pool1";

  /** Answers by path without case; absent paths are 404. */
  private final Map<String, Reply> answers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private final List<Integer> rounds = new ArrayList<>();
  private final FakeArm arm =
      new FakeArm(
          asked ->
              answers.getOrDefault(
                  asked.path(), Reply.of(404, Texts.error("NotThere", "nothing here"))));

  private final Parallel inOrder =
      new Parallel() {
        @Override
        public <T> List<T> all(List<Supplier<T>> calls) {
          rounds.add(calls.size());
          return calls.stream().map(Supplier::get).toList();
        }
      };

  ArmInventoryReaderTest() {
    group("rg", "loadBalancers", Texts.loadBalancer("lb"), Texts.loadBalancer("other"));
    group("rg", "natGateways", resource("rg", "natGateways", "side", ""));
    answers.put(
        Texts.VNET.text(),
        Reply.of(
            200,
            network(
                configuration(
                    id("nodes", "networkInterfaces", "nic1") + "/ipConfigurations/a", "10.0.0.1"),
                configuration(
                    id("far", "networkInterfaces", "x") + "/ipConfigurations/a", "10.0.0.99"),
                configuration(
                    VMSS + "/virtualMachines/0/networkInterfaces/n/ipConfigurations/a", "10.0.0.2"),
                configuration(
                    id("rg", "loadBalancers", "in") + "/frontendIPConfigurations/f", "10.0.0.9"))));
    group("nodes", "networkInterfaces", nic());
    answers.put(
        VMSS.replace("Microsoft.Compute", "microsoft.Compute") + "/networkInterfaces",
        Reply.of(200, Texts.list(null, scaleSetNic())));
    group("shared", "natGateways", resource("shared", "natGateways", "nat", ""));
    group("shared", "routeTables", resource("shared", "routeTables", "rt", "\"routes\":[]"));
    group("ips", "publicIPAddresses", resource("ips", "publicIPAddresses", "ip", ""));
    group("aks", "loadBalancers", foreign());
    group("aks", "publicIPPrefixes", resource("aks", "publicIPPrefixes", "pfx", ""));
  }

  private static String id(String group, String type, String name) {
    return SUB + "/resourceGroups/" + group + NET + type + "/" + name;
  }

  private void group(String group, String type, String... items) {
    answers.put(path(group, type), Reply.of(200, Texts.list(null, items)));
  }

  private static String path(String group, String type) {
    return SUB + "/resourceGroups/" + group + NET + type;
  }

  private static String resource(String group, String type, String name, String properties) {
    return "{\"id\":\"" + id(group, type, name) + "\",\"properties\":{" + properties + "}}";
  }

  private static String reference(String name, String id) {
    return "\"" + name + "\":{\"id\":\"" + id + "\"}";
  }

  private static String configuration(String id, String address) {
    return "{\"id\":\"" + id + "\",\"properties\":{\"privateIPAddress\":\"" + address + "\"}}";
  }

  private static String network(String... configurations) {
    return "{\"id\":\""
        + Texts.VNET
        + "\",\"properties\":{\"subnets\":[{\"id\":\""
        + Texts.VNET
        + "/subnets/s\",\"properties\":{\"addressPrefix\":\"10.0.0.0/16\","
        + reference("natGateway", id("shared", "natGateways", "nat"))
        + ","
        + reference("routeTable", id("SHARED", "routeTables", "rt"))
        + ",\"ipConfigurations\":["
        + String.join(",", configurations)
        + "]}}]}}";
  }

  private static String nic() {
    return "{\"id\":\""
        + id("nodes", "networkInterfaces", "nic1")
        + "\",\"properties\":{\"ipConfigurations\":[{\"id\":\""
        + id("nodes", "networkInterfaces", "nic1")
        + "/ipConfigurations/a\",\"properties\":{\"privateIPAddress\":\"10.0.0.1\","
        + reference("publicIPAddress", id("ips", "publicIPAddresses", "ip"))
        + ",\"loadBalancerBackendAddressPools\":[{\"id\":\""
        + id("aks", "loadBalancers", "kubernetes")
        + "/backendAddressPools/p\"}]}}]}}";
  }

  private static String scaleSetNic() {
    return "{\"id\":\""
        + VMSS
        + "/virtualMachines/0/networkInterfaces/n\",\"properties\":{\"ipConfigurations\":[{\"id\":\""
        + VMSS
        + "/virtualMachines/0/networkInterfaces/n/ipConfigurations/a\","
        + "\"properties\":{\"privateIPAddress\":\"10.0.0.2\","
        + reference(
            "publicIPAddress",
            VMSS + "/virtualMachines/0/networkInterfaces/n/ipConfigurations/a/publicIPAddresses/i")
        + "}}]}}";
  }

  private static String foreign() {
    return "{\"id\":\""
        + id("aks", "loadBalancers", "kubernetes")
        + "\",\"properties\":{\"frontendIPConfigurations\":[{\"id\":\""
        + id("aks", "loadBalancers", "kubernetes")
        + "/frontendIPConfigurations/f\",\"properties\":{"
        + reference("publicIPPrefix", id("aks", "publicIPPrefixes", "pfx"))
        + "}}]}}";
  }

  private static Mapping mapping() {
    TreeMap<String, Mapping.LoadBalancerEntry> lbs = new TreeMap<>();
    lbs.put("lb", new Mapping.LoadBalancerEntry("lb", Texts.LB, Optional.empty()));
    TreeMap<String, Mapping.Node> nodes = new TreeMap<>();
    nodes.put(
        "n2", new Mapping.Node("n2", List.of(Address.of("10.0.0.2")), true, Optional.empty()));
    return new Mapping("c", 1, 1, Optional.empty(), Texts.VNET, lbs, nodes, new TreeMap<>());
  }

  private static LoadBalancer actual() {
    return ArmReader.loadBalancer(
        Texts.json(Texts.loadBalancer("lb", Texts.pool("Succeeded", "mine", "10.0.0.1"))));
  }

  private Inventory read() {
    return read(new Scope(Optional.empty(), Optional.empty()));
  }

  private Inventory read(Scope scope) {
    return new ArmInventoryReader(arm.client(), new ManualTime(), inOrder)
        .read(mapping(), actual(), scope, "request-1");
  }

  private static List<String> names(Inventory.Part<?> part) {
    return part.byId().keySet().stream().map(ArmId::name).sorted().toList();
  }

  @Test
  void everythingThatTheNetworkNamesIsReadWhereverItLives() {
    Inventory found = read();
    assertEquals(List.of("kubernetes", "lb", "other"), names(found.loadBalancers()));
    assertEquals(List.of("vnet"), names(found.virtualNetworks()));
    assertEquals(List.of("n", "nic1"), names(found.nics()));
    assertEquals(List.of("nat", "side"), names(found.natGateways()));
    assertEquals(List.of("rt"), names(found.routeTables()));
    assertEquals(List.of("ip"), names(found.publicIps()));
    assertEquals(List.of("pfx"), names(found.publicPrefixes()));
    for (Inventory.Part<?> part :
        List.of(
            found.loadBalancers(),
            found.virtualNetworks(),
            found.nics(),
            found.natGateways(),
            found.routeTables(),
            found.publicIps(),
            found.publicPrefixes())) {
      assertEquals(Optional.empty(), part.unreadable());
    }
  }

  @Test
  void theGivenLoadBalancerIsTakenOverAsItIs() {
    LoadBalancer mine = read().loadBalancers().get(Texts.LB).orElseThrow();
    assertEquals("mine", mine.pools().get(0).etag());
  }

  @Test
  void callsDoNotGrowWithNodesAndNothingIsAskedTwice() {
    read();
    List<String> urls = arm.asked.stream().map(Asked::url).toList();
    assertEquals(10, urls.size(), urls.toString());
    assertEquals(10, urls.stream().distinct().count());
    assertTrue(urls.stream().noneMatch(u -> u.contains("/far/")), "nobody decides about 10.0.0.99");
    assertTrue(urls.stream().anyMatch(u -> u.contains("expand=subnets")), urls.toString());
    assertEquals(List.of(3, 4, 2, 1), rounds, "independent calls go side by side");
  }

  @Test
  void groupsOfTheScopeAreListedToo() {
    group("more", "loadBalancers", resource("more", "loadBalancers", "extra", ""));
    ArmId scoped = ArmId.of(id("more", "loadBalancers", "extra"));
    ArmId again = ArmId.of(SUB + "/resourceGroups/MORE");
    Inventory found = read(new Scope(Optional.of(List.of(scoped, again)), Optional.empty()));
    assertTrue(found.loadBalancers().get(scoped).isPresent());
    assertEquals(11, arm.asked.size());
  }

  @Test
  void aPartThatCannotBeReadSaysWhyAndTheRestGoesOn() {
    answers.put(
        path("SHARED", "routeTables"),
        Reply.of(
            403,
            Texts.error(
                "AuthorizationFailed",
                "does not have authorization to perform action 'Microsoft.Network/routeTables/read'"
                    + " over scope '/s'")));
    Inventory found = read();
    assertEquals(
        Optional.of(
            "403 AuthorizationFailed reading route tables of "
                + SUB
                + "/resourceGroups/SHARED: missing action Microsoft.Network/routeTables/read on"
                + " scope /s"),
        found.routeTables().unreadable());
    assertEquals(Optional.empty(), found.natGateways().unreadable());
    assertEquals(List.of("n", "nic1"), names(found.nics()));
  }

  @Test
  void aMissingPageKeepsWhatCameAndMakesThePartUnreadable() {
    answers.put(
        path("rg", "loadBalancers"),
        Reply.of(200, Texts.list(FakeArm.ENDPOINT + "/gone?page=2", Texts.loadBalancer("other"))));
    Inventory found = read();
    assertTrue(names(found.loadBalancers()).contains("other"));
    assertTrue(found.loadBalancers().unreadable().orElseThrow().startsWith("404 NotThere"));
  }

  @Test
  void anItemThatCannotBeUnderstoodMakesItsPartUnreadable() {
    group("nodes", "networkInterfaces", nic(), "{\"id\":7}");
    Inventory found = read();
    assertTrue(names(found.nics()).contains("nic1"));
    assertTrue(found.nics().unreadable().orElseThrow().contains("$.id"), found.nics().toString());
  }

  @Test
  void withoutTheNetworkWhatItNamesIsUnknownAndNotEmpty() {
    answers.put(Texts.VNET.text(), Reply.of(403, Texts.error("AuthorizationFailed", "no")));
    Inventory forbidden = read();
    for (Inventory.Part<?> part :
        List.of(
            forbidden.virtualNetworks(),
            forbidden.nics(),
            forbidden.natGateways(),
            forbidden.routeTables())) {
      assertTrue(
          part.unreadable().orElse("").startsWith("403 AuthorizationFailed reading virtual"),
          part.toString());
    }
    assertEquals(Optional.empty(), forbidden.loadBalancers().unreadable());

    answers.remove(Texts.VNET.text());
    Inventory missing = read();
    assertTrue(missing.virtualNetworks().byId().isEmpty());
    assertTrue(missing.nics().unreadable().isPresent(), "a missing network has no empty NIC list");
  }

  @Test
  void throttlingOfOneListLeavesTheOthers() {
    answers.put(path("nodes", "networkInterfaces"), Reply.of(429, "").with("Retry-After", "60"));
    Inventory found = read();
    assertTrue(found.nics().unreadable().orElseThrow().startsWith("429 reading network"));
    assertEquals(List.of("n"), names(found.nics()));
  }

  @Test
  void ofThrottledListsTheLongestWaitIsTold() {
    InventoryReader.Steps steps =
        new ArmInventoryReader(arm.client(), new ManualTime(), inOrder)
            .steps(mapping(), actual(), new Scope(Optional.empty(), Optional.empty()), "request-1");
    steps.network(Set.of());
    assertEquals(Optional.empty(), steps.throttled());
    answers.put(path("nodes", "networkInterfaces"), Reply.of(429, "").with("Retry-After", "60"));
    answers.put(path("rg", "loadBalancers"), Reply.of(429, "").with("Retry-After", "90"));
    answers.put(path("aks", "loadBalancers"), Reply.of(503, "").with("Retry-After", "300"));
    steps.machines(Set.of(Address.of("10.0.0.1")));
    InventoryReader.Throttled told = steps.throttled().orElseThrow();
    assertEquals(Optional.of(Duration.ofSeconds(90)), told.retryAfter());
    assertTrue(told.detail().startsWith("429 reading load balancers of"), told.detail());
  }

  @Test
  void anOwnerWhoseAddressIsNotShownMayHaveAny() {
    group("far", "networkInterfaces");
    answers.put(
        Texts.VNET.text(),
        Reply.of(
            200,
            network(
                "{\"id\":\"" + id("far", "networkInterfaces", "x") + "/ipConfigurations/a\"}")));
    read();
    assertTrue(arm.asked.stream().anyMatch(a -> a.url().contains("/far/")));
  }
}
