package io.poolkeeper.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.arm.PoolBody;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import java.util.Iterator;
import java.util.SortedSet;

/**
 * A snapshot that plans are applied to, as Azure would apply them: the members of a written pool
 * become those of the body, and an address that leaves takes its membership by NIC with it.
 */
final class SnapshotState {
  private static final String MEMBERS = "loadBalancerBackendAddresses";
  private static final String BY_NIC = "backendIPConfigurations";

  private final ObjectNode snapshot;

  /**
   * @throws io.poolkeeper.arm.ArmFormatException naming the JSON path, if it is no snapshot
   */
  SnapshotState(JsonNode snapshot) {
    Snapshot.inventory(snapshot);
    this.snapshot = snapshot.deepCopy();
  }

  Inventory inventory() {
    return Snapshot.inventory(snapshot);
  }

  void apply(Plan plan, ArmId virtualNetwork) {
    for (PoolWrite write : plan.writes()) {
      apply(plan.loadBalancer(), write, virtualNetwork);
    }
  }

  private void apply(ArmId loadBalancer, PoolWrite write, ArmId virtualNetwork) {
    ObjectNode pool = pool(loadBalancer, write.pool());
    JsonNode body = PoolBody.of(ArmReader.pool(pool), write, virtualNetwork);
    ObjectNode properties = (ObjectNode) pool.get("properties");
    properties.set(MEMBERS, body.at("/properties/" + MEMBERS));
    endNicMemberships(properties, pool.get("id").asText(), write.removals(), virtualNetwork);
  }

  private ObjectNode pool(ArmId loadBalancer, String name) {
    for (JsonNode candidate : snapshot.withArray("loadBalancers")) {
      if (loadBalancer.key().equalsIgnoreCase(candidate.path("id").asText())) {
        for (JsonNode pool : candidate.at("/properties/backendAddressPools")) {
          if (pool.path("name").asText().equalsIgnoreCase(name)) {
            return (ObjectNode) pool;
          }
        }
      }
    }
    throw new IllegalStateException("the plan writes a pool that is not there: " + name);
  }

  private void endNicMemberships(
      ObjectNode pool, String poolId, SortedSet<Address> removed, ArmId network) {
    for (String kind :
        new String[] {"networkInterfaces", "virtualMachineScaleSetNetworkInterfaces"}) {
      for (JsonNode nic : snapshot.path(kind)) {
        for (JsonNode configuration : nic.at("/properties/ipConfigurations")) {
          if (isOneOf(configuration, removed, network)) {
            removeId(pool.path(BY_NIC), configuration.path("id").asText());
            removeId(configuration.at("/properties/loadBalancerBackendAddressPools"), poolId);
          }
        }
      }
    }
  }

  private static boolean isOneOf(
      JsonNode configuration, SortedSet<Address> addresses, ArmId network) {
    boolean here =
        ArmId.parse(configuration.at("/properties/subnet/id").asText())
            .filter(subnet -> subnet.root().equals(network))
            .isPresent();
    return here
        && Address.parse(configuration.at("/properties/privateIPAddress").asText())
            .filter(addresses::contains)
            .isPresent();
  }

  private static void removeId(JsonNode list, String id) {
    if (list instanceof ArrayNode) {
      for (Iterator<JsonNode> each = list.iterator(); each.hasNext(); ) {
        if (each.next().path("id").asText().equalsIgnoreCase(id)) {
          each.remove();
        }
      }
    }
  }
}
