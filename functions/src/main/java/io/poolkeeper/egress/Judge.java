package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.PlanInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Goes down the ladder for the addresses of one plan; rungs 1 to 4 are settled here. */
final class Judge {
  private final PlanInput input;
  private final Machines machines;
  private final Subnets subnets;
  private final Routes routes;
  private final NatGateways natGateways;
  private final PublicAddresses publicAddresses;
  private final Declared declared;
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
    declared = new Declared(input.controls(), input.now());
  }

  /**
   * What rungs 2 to 4 say of a machine.
   *
   * @param settled why nothing depends on pools, if so
   * @param strength with {@code settled}: what it is
   * @param doubts what could not be read and might settle it
   */
  record Independent(
      Subnets.Place place, Optional<String> settled, Strength strength, List<String> doubts) {}

  /** The rungs above the pools, in the order of the ladder. */
  enum Rung {
    DECLARED,
    ROUTES,
    NAT_GATEWAY,
    PUBLIC_ADDRESS
  }

  Machines machines() {
    return machines;
  }

  Subnets subnets() {
    return subnets;
  }

  /** Profiles of these addresses as far as they have a machine; the pools are those they change. */
  Map<Address, Profile> profiles(Map<Address, Set<String>> changes) {
    return profiles(changes, this::independent);
  }

  /** As if no rung above the pools settled anything: what the pools alone would give. */
  Map<Address, Profile> poolsAlone(Map<Address, Set<String>> changes) {
    return profiles(
        changes,
        (address, machine) -> {
          Independent all = independent(address, machine);
          return new Independent(all.place(), Optional.empty(), Strength.NONE, all.doubts());
        });
  }

  private Map<Address, Profile> profiles(
      Map<Address, Set<String>> changes,
      BiFunction<Address, Machines.Machine, Independent> independent) {
    Map<Address, Machines.Machine> asked = new HashMap<>();
    for (Address address : changes.keySet()) {
      machines.at(address).ifPresent(machine -> asked.put(address, machine));
    }
    Memberships memberships = new Memberships(input, inventory, asked, unsettled);
    ProfileBuilder builder =
        new ProfileBuilder(
            input, inventory, memberships, snat(), publicAddresses, unsettled.mayJoinElsewhere());
    Map<Address, Profile> profiles = new HashMap<>();
    asked.forEach(
        (address, machine) ->
            profiles.put(
                address,
                builder.build(
                    address, machine, independent.apply(address, machine), changes.get(address))));
    return profiles;
  }

  /** What pools of Standard load balancers give. */
  Snat snat() {
    return new Snat(standardLoadBalancers(), publicAddresses);
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
    for (Verdict verdict : rungs(address, machine, place).values()) {
      if (verdict.kind() == Verdict.Kind.SETTLED) {
        return new Independent(
            place, Optional.of(verdict.evidence()), verdict.strength(), List.of());
      }
      if (verdict.kind() == Verdict.Kind.UNKNOWN) {
        doubts.add(verdict.evidence());
      }
    }
    return new Independent(place, Optional.empty(), Strength.NONE, doubts);
  }

  /** What every rung above the pools says, also below one that settles it. */
  SortedMap<Rung, Verdict> rungs(Address address, Machines.Machine machine, Subnets.Place place) {
    SortedMap<Rung, Verdict> rungs = new TreeMap<>();
    place.id().ifPresent(id -> rungs.put(Rung.DECLARED, declared.of(id, address.family())));
    if (place.subnet().isPresent()) {
      Network.Subnet subnet = place.subnet().get();
      rungs.put(Rung.ROUTES, routes.of(subnet, address.family()));
      rungs.put(Rung.NAT_GATEWAY, natGateways.of(subnet, address.family()));
    }
    rungs.put(Rung.PUBLIC_ADDRESS, publicAddresses.of(machine));
    return rungs;
  }

  /** That egress was declared for the address's subnet, and for how long, if it is over. */
  Optional<String> expired(Address address) {
    return machines
        .at(address)
        .flatMap(machine -> subnets.of(address, machine).id())
        .flatMap(subnet -> declared.expired(subnet, address.family()));
  }
}
