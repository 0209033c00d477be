package io.poolkeeper.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mapping.TrafficPolicy;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.testing.World;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static List<OwnedPool> owned(World world) {
    PlanInput input = world.input();
    return OwnedPools.of(input.mapping(), input.entry());
  }

  @Test
  void poolsAreNamedAfterServiceClusterAndFamily() {
    World world =
        new World()
            .shared("n1")
            .service("Ns/Web", TrafficPolicy.LOCAL, List.of(Family.IPV4, Family.IPV6), List.of())
            .service("ns/api", TrafficPolicy.CLUSTER, List.of(Family.IPV4), List.of())
            .service("ns/dns", TrafficPolicy.CLUSTER, List.of(Family.IPV6), List.of());
    assertEquals(
        List.of("ns-web", "ns-web-ipv6", "prod", "prod-ipv6"),
        owned(world).stream().map(OwnedPool::key).toList());
    assertEquals(List.of("n1"), owned(world).get(2).nodes());
    assertEquals(List.of("ns/api"), owned(world).get(2).services());
    assertEquals(Family.IPV6, owned(world).get(3).family());
    assertTrue(owned(world).stream().noneMatch(OwnedPool::ambiguous));
  }

  @Test
  void twoOwnersOrTwoFamiliesAreAmbiguous() {
    Map<Family, String> override = new EnumMap<>(Map.of(Family.IPV4, "NS-a"));
    World world =
        new World()
            .service("ns/a", TrafficPolicy.LOCAL, List.of(Family.IPV4), List.of())
            .service("ns/b", TrafficPolicy.LOCAL, List.of(Family.IPV4), List.of(), override);
    assertEquals(List.of(true), owned(world).stream().map(OwnedPool::ambiguous).toList());
    assertEquals("NS-a", owned(world).get(0).name());
    assertEquals(
        Optional.of(PoolSkip.AMBIGUOUS_POOL_OWNER),
        Planner.draft(world.input()).pools().get(0).skip());
    World families =
        new World()
            .service(
                "ns/a",
                TrafficPolicy.LOCAL,
                List.of(Family.IPV4, Family.IPV6),
                List.of(),
                new EnumMap<>(Map.of(Family.IPV6, "ns-a")));
    assertTrue(owned(families).get(0).ambiguous());
    World shared =
        new World()
            .shared()
            .service("ns/a", TrafficPolicy.CLUSTER, List.of(Family.IPV4), List.of())
            .service("ns/b", TrafficPolicy.CLUSTER, List.of(Family.IPV4), List.of());
    assertFalse(owned(shared).get(0).ambiguous());
    shared.service(
        "ns/c",
        TrafficPolicy.LOCAL,
        List.of(Family.IPV4),
        List.of(),
        new EnumMap<>(Map.of(Family.IPV4, "prod")));
    assertTrue(owned(shared).get(0).ambiguous());
  }

  @Test
  void onlyTheLoadBalancerItselfAndOwnedPoolsMakeItBusy() {
    World world = new World().local("web");
    world.pool("foreign", "Updating", List.of(), List.of());
    PlanInput input = world.input();
    assertFalse(OwnedPools.busy(input.mapping(), input.entry(), input.actual()));
    world.pool("NS-WEB", "Deleting", List.of(), List.of());
    assertTrue(OwnedPools.busy(input.mapping(), input.entry(), world.loadBalancer()));
    World whole = new World();
    whole.lb = "Updating";
    assertTrue(OwnedPools.busy(input.mapping(), input.entry(), whole.loadBalancer()));
  }

  @Test
  void readinessIsIgnoredWhereNobodyIsReady() {
    World world = new World().pool("ns-web").local("web", 1, 2);
    world.node("n1", false, Optional.empty(), "10.0.0.1", "10.0.0.9");
    world.node("n2", false, Optional.empty(), "10.0.0.2");
    assertEquals(2, Planner.draft(world.input()).pools().get(0).additions().size());
    world.node("n2", true, Optional.empty(), "10.0.0.2");
    assertEquals(
        List.of("n2"),
        Planner.draft(world.input()).pools().get(0).additions().values().stream()
            .map(Mapping.Node::name)
            .toList());
  }

  @Test
  void ofTwoNodesWithOneAddressTheFirstByNameCounts() {
    World world = new World().pool("ns-web").local("web", 2, 1);
    world.node("n1", true, Optional.empty(), "10.0.0.1");
    world.node("n2", true, Optional.empty(), "10.0.0.1");
    assertEquals(
        "n1", Planner.draft(world.input()).pools().get(0).additions().get(a("10.0.0.1")).name());
  }

  private static Address a(String text) {
    return Address.of(text);
  }

  @Test
  void duplicatesAndLeftoversAreNoReasonToWrite() {
    List<Pool.Entry> entries =
        List.of(
            World.entry("n1", Optional.of("10.0.0.1")),
            World.entry("again", Optional.of("10.0.0.1")),
            World.entry("husk", Optional.empty()));
    World world = new World().node(1).pool("ns-web", "Succeeded", entries, List.of());
    world.local("web", 1);
    PoolDraft draft = Planner.draft(world.input()).pools().get(0);
    assertFalse(draft.differs());
    assertEquals(List.of(a("10.0.0.1")), draft.before());
  }

  private static SortedMap<Address, String> names(World world) {
    PoolDraft draft = Planner.draft(world.input()).pools().get(0);
    return EntryNames.of(draft.actual().orElseThrow(), draft.additions());
  }

  @Test
  void entryNamesAreUniqueAndMadeOfAllowedLetters() {
    World world =
        new World()
            .pool(
                "ns-web",
                "Succeeded",
                List.of(World.entry("A:B", Optional.empty()), World.entry("N-1", Optional.empty())),
                List.of())
            .service(
                "ns/web",
                TrafficPolicy.LOCAL,
                List.of(Family.IPV4),
                List.of("n/1", "n:1", "", "azAZ09._-", "é\uD83D\uDE00"));
    world.node("n/1", true, Optional.empty(), "10.0.0.1");
    world.node("n:1", true, Optional.empty(), "10.0.0.2");
    world.node("", true, Optional.empty(), "10.0.0.3");
    world.node("azAZ09._-", true, Optional.empty(), "10.0.0.4");
    world.node("é\uD83D\uDE00", true, Optional.empty(), "10.0.0.5");
    assertEquals(
        List.of("n-1-2", "n-1-3", "ip-10-0-0-3", "azAZ09._-", "--"),
        List.copyOf(names(world).values()));
  }

  @Test
  void longEntryNamesAreCutAndStayUnique() {
    World world =
        new World()
            .pool("ns-web")
            .service(
                "ns/web",
                TrafficPolicy.LOCAL,
                List.of(Family.IPV4),
                List.of("x".repeat(90), "x".repeat(91)));
    world.node("x".repeat(90), true, Optional.empty(), "10.0.0.1");
    world.node("x".repeat(91), true, Optional.empty(), "10.0.0.2");
    assertEquals(
        List.of("x".repeat(80), "x".repeat(78) + "-2"), List.copyOf(names(world).values()));
  }

  @Test
  void anIpv6AddressMakesAName() {
    World world = new World().pool("ns-web-ipv6");
    world.service("ns/web", TrafficPolicy.LOCAL, List.of(Family.IPV6), List.of(""));
    world.node("", true, Optional.empty(), "fd00::4");
    assertEquals(List.of("ip-fd00--4"), List.copyOf(names(world).values()));
  }

  @Test
  void theDigestIsThatOfTheCanonicalJson() throws Exception {
    String json =
        "{\"loadBalancer\":\""
            + World.LB.key()
            + "\",\"removals\":{\"a\":[\"10.0.0.10\",\"10.0.0.9\"],\"b\":[\"fd00::4\"]}}";
    String expected =
        java.util.HexFormat.of()
            .formatHex(
                java.security.MessageDigest.getInstance("SHA-256").digest(json.getBytes("UTF-8")));
    Map<String, List<Address>> removals = new TreeMap<>();
    removals.put("B", List.of(a("fd00:0::4")));
    removals.put("a", List.of(a("10.0.0.9"), a("10.0.0.10")));
    removals.put("empty", List.of());
    assertEquals(expected, PlanDigest.of(World.LB, removals));
    removals.remove("empty");
    assertEquals(expected, PlanDigest.of(World.LB, removals));
    assertNotEquals(expected, PlanDigest.of(World.LB, Map.of()));
  }

  @Test
  void theDigestOfAdditionsIgnoresOrderAndCase() {
    String digest = PlanDigest.ofAdditions("p", List.of(a("10.0.0.1"), a("10.0.0.2")));
    assertEquals(digest, PlanDigest.ofAdditions("P", List.of(a("10.0.0.2"), a("10.0.0.1"))));
    assertNotEquals(digest, PlanDigest.ofAdditions("p", List.of(a("10.0.0.1"))));
    assertNotEquals(digest, PlanDigest.ofAdditions("q", List.of(a("10.0.0.1"), a("10.0.0.2"))));
  }

  @Test
  void aLoadBalancerWithoutServicesHasNothingToPlan() {
    LoadBalancer actual = new World().pool("ns-web", 1).loadBalancer();
    assertEquals(1, actual.pools().size());
    assertEquals(List.of(), Planner.draft(new World().pool("ns-web", 1).input()).pools());
  }
}
