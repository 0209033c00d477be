package io.poolkeeper.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PoolBodyTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String GROUP = "/subscriptions/s/resourceGroups/g/providers/";
  private static final ArmId NETWORK = ArmId.of(GROUP + "Microsoft.Network/virtualNetworks/vnet");

  @Test
  void keepsWhatItDoesNotKnowAndLeavesOutWhatAzureOwns() throws Exception {
    JsonNode body =
        body(
            "'drainPeriodInSeconds':30,'futureProperty':{'a':[1]},'provisioningState':'Succeeded',"
                + "'loadBalancingRules':[{'id':'r'}],'outboundRules':[{'id':'o'}],'outboundRule':{'id':'o'},"
                + "'inboundNatRules':[{'id':'n'}],'loadBalancerBackendAddresses':["
                + entry("n4", "10.0.0.4", ",'adminState':'Down','inboundNatRulesPortMapping':[]")
                + "]",
            write("", "10.0.0.9"));
    assertEquals(
        parsed(
            "{'name':'p','id':'"
                + poolId()
                + "','future':1,'properties':{'drainPeriodInSeconds':30,'futureProperty':{'a':[1]},"
                + "'loadBalancerBackendAddresses':["
                + entry("n4", "10.0.0.4", ",'adminState':'Down'")
                + "]}}"),
        body);
  }

  @Test
  void newEntriesRepeatTheNetworkOnlyWhereThePoolCarriesNone() throws Exception {
    assertEquals(
        parsed(
            "[{'name':'n5','properties':{'ipAddress':'10.0.0.5','virtualNetwork':{'id':'"
                + NETWORK
                + "'}}}]"),
        entries(body("", write("10.0.0.5=n5"))));
    assertEquals(
        parsed("[{'name':'n5','properties':{'ipAddress':'10.0.0.5'}}]"),
        entries(body("'virtualNetwork':{'id':'" + NETWORK + "'}", write("10.0.0.5=n5"))));
  }

  @Test
  void leftoversDuplicatesAndRemovedAddressesAreGone() throws Exception {
    String entries =
        "'loadBalancerBackendAddresses':[{'name':'husk','properties':{}},"
            + entry("a", "10.0.0.4", "")
            + ","
            + entry("b", "10.0.0.4", "")
            + ","
            + entry("c", "fd00:0::5", "")
            + ","
            + entry("d", "10.0.0.6", "")
            + "]";
    JsonNode left = entries(body(entries, write("10.0.0.4=again", "fd00::5")));
    assertEquals(
        parsed("[" + entry("a", "10.0.0.4", "") + "," + entry("d", "10.0.0.6", "") + "]"), left);
  }

  private static JsonNode entries(JsonNode body) {
    return body.at("/properties/loadBalancerBackendAddresses");
  }

  private static JsonNode body(String properties, PoolWrite write) throws Exception {
    Pool pool =
        ArmReader.pool(
            parsed(
                "{'name':'p','id':'"
                    + poolId()
                    + "','etag':'e','type':'t','future':1,'properties':{"
                    + properties
                    + "}}"));
    JsonNode before = pool.raw().deepCopy();
    JsonNode body = PoolBody.of(pool, write, NETWORK);
    assertEquals(before, pool.raw(), "what was read is not changed");
    return body;
  }

  private static PoolWrite write(String addition, String... removals) {
    SortedMap<Address, String> additions = new TreeMap<>();
    if (!addition.isEmpty()) {
      String[] pair = addition.split("=");
      additions.put(Address.of(pair[0]), pair[1]);
    }
    SortedSet<Address> removed = new TreeSet<>();
    Arrays.stream(removals).map(Address::of).forEach(removed::add);
    return new PoolWrite("p", additions, removed);
  }

  private static String entry(String name, String address, String more) {
    return "{'name':'" + name + "','properties':{'ipAddress':'" + address + "'" + more + "}}";
  }

  private static String poolId() {
    return GROUP + "Microsoft.Network/loadBalancers/lb/backendAddressPools/p";
  }

  private static JsonNode parsed(String json) throws Exception {
    return JSON.readTree(json.replace('\'', '"'));
  }
}
