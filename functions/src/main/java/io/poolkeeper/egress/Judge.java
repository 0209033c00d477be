package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import io.poolkeeper.plan.PlanInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Goes down the ladder for the addresses of one plan; rungs 1 to 4 are settled here. */
final class Judge {
  private final PlanInput input;
  private final Machines machines;
  private final Subnets subnets;
  private final Routes routes;
  private final NatGateways natGateways;
  private final PublicAddresses publicAddresses;
  private final Inventory inventory;
  private final Unsettled unsettled;

  Judge(PlanInput input, Inventory around) {
    this(input, around, Unsettled.NOTHING);
  }

  /**
   * @param unsettled what may change on other load balancers while the verdict is acted upon
   */
  Judge(PlanInput input, Inventory around, Unsettled unsettled) {
    this.input = input;
    this.unsettled = unsettled;
    this.inventory = around.with(input.actual());
    machines = new Machines(input.mapping(), inventory);
    subnets = new Subnets(input.mapping().virtualNetwork(), inventory);
    routes = new Routes(inventory);
    natGateways = new NatGateways(inventory, subnets.network());
    publicAddresses = new PublicAddresses(inventory);
  }

  /**
   * What rungs 2 to 4 say of a machine.
   *
   * @param settled why nothing depends on pools, if so
   * @param doubts what could not be read and might settle it
   */
  record Independent(Subnets.Place place, Optional<String> settled, List<String> doubts) {}

  Machines machines() {
    return machines;
  }

  Subnets subnets() {
    return subnets;
  }

  /** Profiles of these addresses as far as they have a machine; the pools are those they change. */
  Map<Address, Profile> profiles(Map<Address, Set<String>> changes) {
    Map<Address, Machines.Machine> asked = new HashMap<>();
    for (Address address : changes.keySet()) {
      machines.at(address).ifPresent(machine -> asked.put(address, machine));
    }
    Memberships memberships = new Memberships(input, inventory, asked, unsettled);
    Snat snat = new Snat(standardLoadBalancers(), publicAddresses);
    ProfileBuilder builder =
        new ProfileBuilder(
            input, inventory, memberships, snat, publicAddresses, unsettled.mayJoinElsewhere());
    Map<Address, Profile> profiles = new HashMap<>();
    asked.forEach(
        (address, machine) ->
            profiles.put(
                address,
                builder.build(
                    address, machine, independent(address, machine), changes.get(address))));
    return profiles;
  }

  private List<io.poolkeeper.model.LoadBalancer> standardLoadBalancers() {
    List<io.poolkeeper.model.LoadBalancer> standard = new ArrayList<>();
    for (io.poolkeeper.model.LoadBalancer loadBalancer : inventory.loadBalancers().all()) {
      if (loadBalancer.isStandard()) {
        standard.add(loadBalancer);
      }
    }
    return standard;
  }

  /** In the order of the ladder; a doubt does not keep a later rung from settling it. */
  private Independent independent(Address address, Machines.Machine machine) {
    Subnets.Place place = subnets.of(address, machine);
    List<String> doubts = new ArrayList<>();
    machine.doubt().ifPresent(doubts::add);
    place.doubt().ifPresent(doubts::add);
    List<Verdict> verdicts = new ArrayList<>();
    place.id().map(id -> declared(id, address)).ifPresent(verdicts::add);
    if (place.subnet().isPresent()) {
      Network.Subnet subnet = place.subnet().get();
      verdicts.add(routes.of(subnet, address.family()));
      verdicts.add(natGateways.of(subnet, address.family()));
    }
    verdicts.add(publicAddresses.of(machine));
    for (Verdict verdict : verdicts) {
      if (verdict.kind() == Verdict.Kind.SETTLED) {
        return new Independent(place, Optional.of(verdict.evidence()), List.of());
      }
      if (verdict.kind() == Verdict.Kind.UNKNOWN) {
        doubts.add(verdict.evidence());
      }
    }
    return new Independent(place, Optional.empty(), doubts);
  }

  /** A way out that ARM cannot show, declared in the controls for subnet and family. */
  private Verdict declared(ArmId subnet, Address address) {
    for (Controls.DeclaredEgress egress : input.controls().egress()) {
      if (egress.subnet().equals(subnet)
          && egress.family() == address.family()
          && egress.active(input.now())) {
        return Verdict.settled("egress declared for subnet " + subnet.name());
      }
    }
    return Verdict.OPEN;
  }
}
