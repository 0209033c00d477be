package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoolWritesTest {
  private static final String WEB = SmallWorld.poolId("lb", "web");
  private static final String API = SmallWorld.poolId("lb", "api");

  private static SmallWorld world() {
    return new SmallWorld()
        .balancer("lb")
        .pool("lb", "web", "Tcp", true, "10.0.0.4")
        .pool("lb", "api", "Tcp", false, "10.0.0.4")
        .machine("10.0.0.4")
        .machine("10.0.0.5");
  }

  private static Local local(EtagMode mode) {
    return new Local(new Options().etagMode(mode), world());
  }

  @Test
  void sharedEtagsMoveTogether() {
    Local arm = local(EtagMode.SHARED);
    String before = arm.etag(WEB);
    assertEquals(before, arm.etag(API));
    assertEquals(before, arm.etag(SmallWorld.balancerId("lb")));
    Reply reply = arm.put(WEB, SmallWorld.body("10.0.0.5"), before);
    assertEquals(200, reply.status());
    assertFalse(reply.headers().containsKey("ETag"), "a PUT carries its etag in the body only");
    assertNotEquals(before, arm.etag(API));
    assertEquals(Json.text(reply.body(), "etag"), arm.etag(API));
    assertEquals(412, arm.put(API, SmallWorld.body(), before).status());
  }

  @Test
  void ownEtagsMoveApart() {
    Local arm = local(EtagMode.OWN);
    String web = arm.etag(WEB);
    String api = arm.etag(API);
    String balancer = arm.etag(SmallWorld.balancerId("lb"));
    assertNotEquals(web, api);
    assertEquals(200, arm.put(WEB, SmallWorld.body("10.0.0.5"), web).status());
    assertEquals(api, arm.etag(API));
    assertNotEquals(web, arm.etag(WEB));
    assertNotEquals(balancer, arm.etag(SmallWorld.balancerId("lb")));
    assertEquals(412, arm.put(WEB, SmallWorld.body(), api).status());
  }

  @Test
  void ignoredMeansOnlyTheResourcesOwnIfMatchCounts() {
    Local arm = local(EtagMode.IGNORED);
    assertEquals(200, arm.put(WEB, SmallWorld.body("10.0.0.5"), "W/\"stale\"").status());
    ObjectNode balancer = (ObjectNode) arm.get(SmallWorld.balancerId("lb")).body();
    assertEquals(412, arm.put(SmallWorld.balancerId("lb"), balancer, "W/\"stale\"").status());
  }

  @ParameterizedTest
  @EnumSource(EtagMode.class)
  void poolThatIsGoneComesBackOnlyWhereIfMatchIsIgnored(EtagMode mode) {
    Local arm = local(mode);
    String etag = arm.etag(WEB);
    assertEquals(202, arm.delete(WEB).status());
    assertEquals(404, arm.get(WEB).status());
    Reply reply = arm.put(WEB, SmallWorld.body("10.0.0.4"), etag);
    assertEquals(mode == EtagMode.IGNORED ? 201 : 412, reply.status());
    assertEquals(mode == EtagMode.IGNORED ? 200 : 404, arm.get(WEB).status());
  }

  @Test
  void mismatchNamesBothEtags() {
    Local arm = local(EtagMode.SHARED);
    JsonNode error = arm.put(WEB, SmallWorld.body(), "invalid").body().path("error");
    assertEquals("PreconditionFailed", Json.text(error, "code"));
    assertEquals("PreconditionFailedEtagMismatch", Json.text(error.path("details").get(0), "code"));
    assertTrue(Json.text(error.path("details").get(0), "message").contains(arm.etag(WEB)));
  }

  @Test
  void writablePartIsReplacedWholeAndTheServersPartKept() {
    SmallWorld world = world();
    ObjectNode web =
        (ObjectNode) Json.properties(world.last("lb")).path("backendAddressPools").get(0);
    Json.properties(web).put("drainPeriodInSeconds", 30).put("syncMode", "Manual");
    Json.properties(web).putArray("loadBalancingRules").addObject().put("id", "rule");
    Local arm = new Local(new Options(), world);
    ObjectNode body = SmallWorld.body("10.0.0.4");
    Json.properties(body).put("somethingNew", 1).put("drainPeriodInSeconds", 60);
    Json.properties(body).putArray("loadBalancingRules").addObject().put("id", "made up");
    body.put("etag", "nonsense");
    ((ObjectNode) body.at("/properties/loadBalancerBackendAddresses/0/properties"))
        .put("adminState", "Down");
    assertEquals(200, arm.put(WEB, body).status());
    JsonNode properties = arm.get(WEB).body().path("properties");
    assertEquals(60, properties.path("drainPeriodInSeconds").asInt());
    assertEquals(1, properties.path("somethingNew").asInt());
    assertFalse(properties.has("syncMode"));
    assertEquals("rule", properties.at("/loadBalancingRules/0/id").asText());
    assertEquals(
        "Down", properties.at("/loadBalancerBackendAddresses/0/properties/adminState").asText());
    assertEquals(List.of("loadBalancingRules"), arm.writes().get(0).readOnlySent());
  }

  @Test
  void entryThatLeavesEndsTheBackReferenceToo() {
    SmallWorld world =
        new SmallWorld()
            .balancer("lb")
            .pool("lb", "web", "Tcp", true, "10.0.0.4")
            .machine("10.0.0.4", WEB);
    ObjectNode web =
        (ObjectNode) Json.properties(world.last("lb")).path("backendAddressPools").get(0);
    String configuration =
        world.json.at("/networkInterfaces/0/properties/ipConfigurations/0/id").asText();
    Json.properties(web).putArray("backendIPConfigurations").addObject().put("id", configuration);
    Local arm = new Local(new Options(), world);
    arm.put(WEB, SmallWorld.body("10.0.0.4"));
    assertTrue(Json.filled(arm.get(WEB).body(), "properties", "backendIPConfigurations"));
    assertEquals(Strength.CERTAIN, arm.strength("10.0.0.4", "TCP"));
    arm.put(WEB, SmallWorld.body());
    assertFalse(arm.get(WEB).body().path("properties").has("backendIPConfigurations"));
    assertEquals(Strength.NONE, arm.strength("10.0.0.4", "TCP"));
    assertEquals("CERTAIN to NONE", change(arm.strandings(), "TCP"));
  }

  private static String change(List<Stranding> found, String protocol) {
    Stranding only =
        found.stream().filter(s -> s.protocol().equals(protocol)).findFirst().orElseThrow();
    return only.before() + " to " + only.after();
  }

  @Test
  void badBodiesAreRefusedAndChangeNothing() {
    Local arm = new Local(new Options().maxPoolSize(2), world());
    String etag = arm.etag(WEB);
    assertCode(arm.put(WEB, Json.MAPPER.createArrayNode()), 400, "InvalidRequestContent");
    assertCode(arm.put(WEB, SmallWorld.body("10.0.0.400")), 400, "InvalidIPAddressFormat");
    assertCode(
        arm.put(WEB, SmallWorld.body("10.0.0.1", "10.0.0.2", "10.0.0.3")),
        400,
        "LoadBalancerBackendAddressPoolSizeLimitReached");
    ObjectNode twice = SmallWorld.body("10.0.0.4");
    twice
        .withArray("/properties/loadBalancerBackendAddresses")
        .add(SmallWorld.entry("N-10.0.0.4", "10.0.0.6"));
    assertCode(arm.put(WEB, twice), 400, "DuplicateResourceName");
    assertEquals(etag, arm.etag(WEB));
    assertEquals(List.of(), arm.writes());
  }

  @Test
  void nicPoolTakesNoAddresses() {
    SmallWorld world =
        new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", true).machine("10.0.0.4", WEB);
    ObjectNode web =
        (ObjectNode) Json.properties(world.last("lb")).path("backendAddressPools").get(0);
    Json.properties(web)
        .putArray("backendIPConfigurations")
        .addObject()
        .put("id", "nic/ipConfigurations/ip");
    assertCode(
        new Local(new Options(), world).put(WEB, SmallWorld.body("10.0.0.5")),
        400,
        "CannotMixIPBasedAddressesAndIPConfigurationsOnLoadBalancerBackendAddressPool");
  }

  @Test
  void basicLoadBalancerTakesNoAddresses() {
    SmallWorld world = world();
    world.last("lb").putObject("sku").put("name", "Basic");
    assertCode(
        new Local(new Options(), world).put(WEB, SmallWorld.body("10.0.0.5")),
        400,
        "IPBasedBackendPoolNotSupportedForSku");
  }

  @Test
  void writeLogTellsWhatChanged() {
    Local arm = local(EtagMode.SHARED);
    String before = arm.etag(WEB);
    arm.put(WEB, SmallWorld.body("10.0.0.5", "10.0.0.6"), before);
    WriteRecord write = arm.writes().get(0);
    assertEquals(List.of("10.0.0.4"), write.membersBefore());
    assertEquals(List.of("10.0.0.5", "10.0.0.6"), write.membersAfter());
    assertEquals(List.of("10.0.0.5", "10.0.0.6"), write.added());
    assertEquals(List.of("10.0.0.4"), write.removed());
    assertEquals(before, write.ifMatch());
    assertEquals(before, write.etagBefore());
    assertEquals(arm.etag(WEB), write.etagAfter());
    assertEquals("Succeeded", write.outcome());
    assertEquals("web", write.poolName());
  }

  private static void assertCode(Reply reply, int status, String code) {
    assertEquals(
        status + " " + code, reply.status() + " " + Json.text(reply.body(), "error", "code"));
  }
}
