package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.arm.PoolBody;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a pool PUT does to a network in memory: real state, and the body that was sent last. */
public final class FakeArm {
  private Inventory inventory;
  private JsonNode lastBody;

  public FakeArm(Inventory inventory) {
    this.inventory = inventory;
  }

  public Inventory inventory() {
    return inventory;
  }

  public JsonNode lastBody() {
    return lastBody;
  }

  public Optional<LoadBalancer> loadBalancer(ArmId id) {
    return inventory.loadBalancers().get(id);
  }

  /** Replaces the pool by the body; taking an entry out ends a membership by NIC as well. */
  public void put(ArmId loadBalancer, PoolWrite write, ArmId virtualNetwork) {
    LoadBalancer actual = loadBalancer(loadBalancer).orElseThrow();
    Pool pool = actual.pool(write.pool()).orElseThrow();
    lastBody = PoolBody.of(pool, write, virtualNetwork);
    Set<ArmId> ended = configurations(write.removals(), virtualNetwork);
    ObjectNode result = lastBody.deepCopy();
    ObjectNode properties = (ObjectNode) result.get("properties");
    properties.put("provisioningState", "Succeeded");
    ArrayNode members = properties.putArray("backendIPConfigurations");
    for (ArmId member : pool.backendIpConfigurations()) {
      if (!ended.contains(member)) {
        members.addObject().put("id", member.text());
      }
    }
    inventory = inventory.with(actual.withPool(ArmReader.pool(result)));
    endNicMembership(ended, pool.id());
  }

  private Set<ArmId> configurations(Set<Address> addresses, ArmId virtualNetwork) {
    Set<ArmId> found = new HashSet<>();
    for (Network.Nic nic : inventory.nics().all()) {
      for (Network.IpConfiguration c : nic.ipConfigurations()) {
        boolean ours = c.subnet().map(s -> s.root().equals(virtualNetwork)).orElse(false);
        if (ours && c.address().filter(addresses::contains).isPresent()) {
          found.add(c.id());
        }
      }
    }
    return found;
  }

  private void endNicMembership(Set<ArmId> configurations, ArmId pool) {
    List<Network.Nic> nics =
        inventory.nics().all().stream().map(nic -> without(nic, configurations, pool)).toList();
    inventory =
        new Inventory(
            inventory.loadBalancers(),
            inventory.virtualNetworks(),
            new Inventory.Part<>(
                Inventory.Part.complete(nics, Network.Nic::id).byId(),
                inventory.nics().unreadable()),
            inventory.publicIps(),
            inventory.publicPrefixes(),
            inventory.natGateways(),
            inventory.routeTables());
  }

  /** The snapshot that this began with, with the pools and memberships of now. */
  public JsonNode asJson(JsonNode snapshot) {
    JsonNode json = snapshot.deepCopy();
    for (JsonNode lb : json.path("loadBalancers")) {
      LoadBalancer now = loadBalancer(ArmId.of(lb.path("id").asText())).orElseThrow();
      ArrayNode pools = ((ObjectNode) lb).withObject("/properties").putArray("backendAddressPools");
      now.pools().forEach(pool -> pools.add(pool.raw()));
    }
    for (String kind : List.of("networkInterfaces", "virtualMachineScaleSetNetworkInterfaces")) {
      for (JsonNode nic : json.path(kind)) {
        for (JsonNode c : nic.path("properties").path("ipConfigurations")) {
          ArrayNode pools =
              ((ObjectNode) c)
                  .withObject("/properties")
                  .putArray("loadBalancerBackendAddressPools");
          poolsOf(ArmId.of(c.path("id").asText()))
              .forEach(id -> pools.addObject().put("id", id.text()));
        }
      }
    }
    return json;
  }

  private List<ArmId> poolsOf(ArmId configuration) {
    return inventory.nics().all().stream()
        .flatMap(nic -> nic.ipConfigurations().stream())
        .filter(c -> c.id().equals(configuration))
        .findFirst()
        .orElseThrow()
        .pools();
  }

  private static Network.Nic without(Network.Nic nic, Set<ArmId> ended, ArmId pool) {
    List<Network.IpConfiguration> left =
        nic.ipConfigurations().stream()
            .map(
                c ->
                    ended.contains(c.id())
                        ? new Network.IpConfiguration(
                            c.id(),
                            c.address(),
                            c.primary(),
                            c.subnet(),
                            c.publicIp(),
                            c.pools().stream().filter(p -> !p.equals(pool)).toList())
                        : c)
            .toList();
    return new Network.Nic(nic.id(), nic.virtualMachine(), left);
  }
}
