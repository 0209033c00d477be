package io.poolkeeper.simulation;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Inventory.Part;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Prefix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The network around the load balancers, as ARM shows it at one moment. */
record NetworkFacts(
    List<Network.Subnet> subnets, List<Network.Nic> nics, List<Network.NatGateway> gateways) {

  private static final Network.PublicAddress PIP =
      new Network.PublicAddress(Truth.PIP, Family.IPV4);

  static NetworkFacts of(Truth truth) {
    List<Network.Subnet> subnets = new ArrayList<>();
    List<Network.NatGateway> gateways = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ArmId gateway = ArmId.of(Truth.PROVIDER + "natGateways/nat-" + i);
      subnets.add(
          new Network.Subnet(
              subnet(i),
              List.of(Prefix.of("10.0." + i + ".0/24")),
              truth.natGateway[i] ? Optional.of(gateway) : Optional.empty(),
              Optional.empty(),
              Optional.of(truth.assumeDefault)));
      if (truth.natGateway[i]) {
        gateways.add(
            new Network.NatGateway(
                gateway, "Standard", "Succeeded", true, false, Optional.empty()));
      }
    }
    List<Network.Nic> nics = new ArrayList<>();
    truth.machines.stream().filter(m -> m.there).forEach(m -> nics.add(nic(m)));
    return new NetworkFacts(subnets, nics, gateways);
  }

  private static ArmId subnet(int i) {
    return ArmId.of(Truth.NETWORK.text() + "/subnets/nodes-" + i);
  }

  private static Network.Nic nic(Machine machine) {
    String name = machine.number + "-" + machine.generation;
    ArmId id = ArmId.of(Truth.PROVIDER + "networkInterfaces/nic-" + name);
    ArmId vm =
        ArmId.of(
            Truth.RESOURCE_GROUP.text()
                + "/providers/Microsoft.Compute/virtualMachines/vm-"
                + name);
    Network.IpConfiguration configuration =
        new Network.IpConfiguration(
            ArmId.of(id.text() + "/ipConfigurations/c"),
            Optional.of(Address.of(machine.address)),
            true,
            Optional.of(subnet(machine.subnet)),
            machine.publicAddress ? Optional.of(Truth.PIP) : Optional.empty(),
            List.of());
    return new Network.Nic(id, Optional.of(vm), List.of(configuration));
  }

  /**
   * @param lost which part cannot be read: 0 none
   */
  Inventory inventory(Collection<LoadBalancer> balancers, int lost) {
    return new Inventory(
        lost == 1 ? Part.unreadable(Map.of(), "503") : Part.complete(balancers, LoadBalancer::id),
        Part.complete(
            List.of(new Network.VirtualNetwork(Truth.NETWORK, subnets, Optional.empty())),
            Network.VirtualNetwork::id),
        lost == 2 ? Part.unreadable(Map.of(), "503") : Part.complete(nics, Network.Nic::id),
        Part.complete(List.of(PIP), Network.PublicAddress::id),
        Part.complete(List.<Network.PublicAddress>of(), Network.PublicAddress::id),
        lost == 3
            ? Part.unreadable(Map.of(), "503")
            : Part.complete(gateways, Network.NatGateway::id),
        Part.complete(List.<Network.RouteTable>of(), Network.RouteTable::id));
  }
}
