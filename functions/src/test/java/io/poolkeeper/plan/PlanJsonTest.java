package io.poolkeeper.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode json(String singleQuoted) throws Exception {
    return JSON.readTree(singleQuoted.replace('\'', '"'));
  }

  @Test
  void aPlanHasExactlyTheShapeOfTheReference() throws Exception {
    World world = new World().node(4, 5, 6).nic(4, 5).local("web", 6).local("gone");
    world.rule("ns-web", false, Protocol.TCP).pool("ns-web", 5, 4);
    world.natGateway(false);
    Plan plan = world.plan();
    JsonNode expected =
        json(
            "{'error':null,'loadBalancers':[{'name':'lb-1','outcome':'UPDATED','digest':'"
                + plan.digest()
                + "','pools':[{'name':'ns-gone','result':'skipped','reason':'POOL_NOT_FOUND',"
                + "'before':[],'after':[],'added':[],'removed':[],'held':[],'refused':[]},"
                + "{'name':'ns-web','result':'updated','reason':null,"
                + "'before':['10.0.0.4','10.0.0.5'],"
                + "'after':['10.0.0.4','10.0.0.5','10.0.0.6'],'added':['10.0.0.6'],'removed':[],"
                + "'held':[{'address':'10.0.0.4','node':'n4','reason':'EGRESS_UNKNOWN',"
                + "'evidence':'E'},{'address':'10.0.0.5','node':'n5','reason':'EGRESS_UNKNOWN',"
                + "'evidence':'E'}],'refused':[]}],"
                + "'warnings':[{'word':'HELD_STILL_SERVING','pool':'ns-web'}]}],'poolWrites':1,"
                + "'writeOrder':[{'loadBalancer':'lb-1','pool':'ns-web','add':['10.0.0.6'],"
                + "'remove':[]}]}");
    String evidence =
        "subnet nodes names NAT gateway nat-1, which could not be read: 403 AuthorizationFailed";
    String came = PlanJson.document(List.of(PlanJson.Entry.of(plan))).toString();
    assertEquals(expected, JSON.readTree(came.replace(evidence, "E")));
  }

  @Test
  void aRefusedAdditionIsShown() {
    World world = new World().node(4).pool("ns-web").local("web", 4);
    world.scope =
        Optional.of(
            new Scope(Optional.empty(), Optional.of(List.of(ArmId.of(World.VNET + "/subnets/x")))));
    JsonNode json = PlanJson.document(List.of(PlanJson.Entry.of(world.plan())));
    JsonNode loadBalancer = json.at("/loadBalancers/0");
    assertEquals("UNCHANGED", loadBalancer.path("outcome").asText());
    assertEquals("unchanged", loadBalancer.at("/pools/0/result").asText());
    assertEquals(
        "{\"address\":\"10.0.0.4\",\"node\":\"n4\",\"reason\":\"NOT_ALLOWED\"}",
        loadBalancer.at("/pools/0/refused/0").toString());
  }

  @Test
  void anOutcomeWithoutAPlanHasNoPools() throws Exception {
    PlanJson.Entry busy = new PlanJson.Entry("lb-1", Outcome.LB_BUSY, Optional.empty());
    assertEquals(
        json("{'name':'lb-1','outcome':'LB_BUSY','digest':null,'pools':[],'warnings':[]}"),
        PlanJson.loadBalancer(busy));
    assertEquals(0, PlanJson.document(List.of(busy)).path("poolWrites").asInt());
  }

  @Test
  void anErrorNamesItsPaths() throws Exception {
    assertEquals(
        json(
            "{'error':{'code':'INVALID_MAPPING','message':'m','paths':['$.a: x']},"
                + "'loadBalancers':[],'poolWrites':0,'writeOrder':[]}"),
        PlanJson.error("INVALID_MAPPING", "m", List.of("$.a: x")));
  }

  @Test
  void aPlanKnowsItsPoolsByNameWithoutCase() {
    Plan plan = new World().pool("ns-web").local("web").plan();
    assertTrue(plan.pool("NS-Web").isPresent());
    assertTrue(plan.isConverged());
  }
}
