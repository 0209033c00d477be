package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The simulator's own judgement of ways out to the internet, written from the rules and sharing
 * nothing with the product.
 *
 * <p>What the state leaves open is judged pessimistically. A route table, NAT gateway, subnet or
 * machine's public address that is referenced and missing gives nothing (under every other answer
 * no membership matters). Open questions that can cut both ways are tried with both answers: the
 * family of a missing frontend address (one answer for all pools), whether a membership that may be
 * ending still counts, whether a machine's missing pool is a Standard one, default access of a
 * missing subnet.
 */
final class EgressJudge {
  private Options options;

  EgressJudge(Options options) {
    this.options = options;
  }

  void options(Options newOptions) {
    options = newOptions;
  }

  /**
   * Machines of the first moment that are weaker in the second, under at least one answer to what
   * is open.
   */
  List<Stranding> weaker(World before, World after, String writtenBalancer, long writeSeq) {
    List<Stranding> found = new ArrayList<>();
    for (World.Machine machine : before.machines()) {
      World.Machine later = after.machine(machine);
      if (later == null) {
        continue;
      }
      for (String protocol : options.protocols) {
        Strength[] seen = new Strength[2];
        boolean weaker =
            Answers.some(
                answers -> {
                  seen[0] = strength(machine, before, protocol, writtenBalancer, answers);
                  seen[1] = strength(later, after, protocol, writtenBalancer, answers);
                  return seen[1].compareTo(seen[0]) < 0;
                });
        if (weaker) {
          found.add(stranding(machine, protocol, seen, writeSeq));
        }
      }
    }
    return found;
  }

  private Stranding stranding(
      World.Machine machine, String protocol, Strength[] seen, long writeSeq) {
    return new Stranding(
        writeSeq,
        machine.address(),
        machine.network(),
        machine.nic() == null ? "" : machine.nic().configuration(),
        machine.nic() != null || known().contains(machine.address()),
        protocol,
        seen[0],
        seen[1],
        "OTHER");
  }

  /**
   * The weakest strength under any answer, over all machines with that address (NONE if there is
   * none).
   */
  Strength strength(World world, String address, String network, String protocol) {
    Strength weakest = null;
    for (World.Machine machine : world.machines()) {
      if (machine.address().equals(Addresses.canonical(address))
          && (network.isEmpty() || machine.network().equals(Json.lower(network)))) {
        for (Strength level : Strength.values()) {
          if (Answers.some(a -> strength(machine, world, protocol, "", a) == level)) {
            weakest = weakest == null || level.compareTo(weakest) < 0 ? level : weakest;
            break;
          }
        }
      }
    }
    return weakest == null ? Strength.NONE : weakest;
  }

  private Strength strength(
      World.Machine machine, World world, String protocol, String written, Answers answers) {
    boolean v6 = machine.v6();
    String subnetKey =
        machine.nic() == null
            ? world.subnetOf(machine.address(), machine.network())
            : machine.nic().subnet();
    JsonNode subnet = world.subnet(subnetKey);
    boolean missing = subnet == null && !subnetKey.isEmpty();
    if (declared(subnetKey, v6)) {
      return Strength.CERTAIN;
    }
    JsonNode table =
        subnet == null ? null : world.resource(Json.id(subnet, "properties", "routeTable"));
    Routes.Way way = table == null ? Routes.Way.INTERNET : Routes.internet(table, v6);
    if (way != Routes.Way.INTERNET) {
      return way == Routes.Way.NOWHERE ? Strength.NONE : Strength.CERTAIN;
    }
    if (subnet != null && natGateway(world, subnet, Nic.networkOf(subnetKey), v6)
        || publicAddress(world, machine)) {
      return Strength.CERTAIN;
    }
    Strength member = Strength.NONE;
    boolean inStandardPool = openPool(world, machine, answers);
    for (Membership membership : memberships(world, machine, written)) {
      if (membership.doubtful && answers.to("ending " + membership.pool.key)) {
        continue;
      }
      inStandardPool = true;
      Strength given = given(world, membership, machine, protocol, v6, answers);
      member = given.compareTo(member) > 0 ? given : member;
    }
    boolean access =
        options.assumeDefaultOutbound
            && !v6
            && !inStandardPool
            && defaultAccess(subnet, missing, subnetKey, answers);
    return access ? Strength.POSSIBLE : member;
  }

  private boolean declared(String subnetKey, boolean v6) {
    return options.declaredEgress.stream()
        .anyMatch(
            d ->
                Json.lower(d.subnet).equals(subnetKey)
                    && d.family.equalsIgnoreCase(v6 ? "IPv6" : "IPv4"));
  }

  private static boolean natGateway(World world, JsonNode subnet, String network, boolean v6) {
    String key = Json.id(subnet, "properties", "natGateway");
    JsonNode gateway = world.resource(key.isEmpty() ? world.defaultNatGateway(network) : key);
    if (gateway == null
        || Json.text(gateway, "properties", "provisioningState").equalsIgnoreCase("Failed")) {
      return false;
    }
    if (!v6) {
      return Json.filled(gateway, "properties", "publicIpAddresses")
          || Json.filled(gateway, "properties", "publicIpPrefixes");
    }
    return Json.text(gateway, "sku", "name").equalsIgnoreCase("StandardV2")
        && (Json.filled(gateway, "properties", "publicIpAddressesV6")
            || Json.filled(gateway, "properties", "publicIpPrefixesV6"));
  }

  private static boolean publicAddress(World world, World.Machine machine) {
    String key = machine.nic() == null ? "" : machine.nic().publicAddress();
    return !key.isEmpty()
        && (world.resource(key) != null || key.contains("/virtualmachinescalesets/"));
  }

  private boolean defaultAccess(
      JsonNode subnet, boolean missing, String subnetKey, Answers answers) {
    if (missing) {
      return answers.to("default access " + subnetKey);
    }
    return subnet != null && Json.at(subnet, "properties", "defaultOutboundAccess").asBoolean(true);
  }

  private record Membership(LoadBalancerFacts.Pool pool, boolean byNic, boolean doubtful) {}

  private List<Membership> memberships(World world, World.Machine machine, String written) {
    List<Membership> found = new ArrayList<>();
    for (LoadBalancerFacts balancer : world.balancers()) {
      if (!balancer.standard) {
        continue;
      }
      for (LoadBalancerFacts.Entry entry :
          balancer.byAddress.getOrDefault(machine.address(), List.of())) {
        boolean ours =
            entry.network().isEmpty()
                || machine.network().isEmpty()
                || entry.network().equals(machine.network());
        if (ours && !world.isPending(entry.pool().key, machine.address())) {
          found.add(new Membership(entry.pool(), false, doubtful(entry.pool(), written)));
        }
      }
    }
    for (LoadBalancerFacts.Pool pool : nicPools(world, machine)) {
      found.add(new Membership(pool, true, doubtful(pool, written)));
    }
    return found;
  }

  private static Set<LoadBalancerFacts.Pool> nicPools(World world, World.Machine machine) {
    Set<LoadBalancerFacts.Pool> found = new LinkedHashSet<>();
    if (machine.nic() != null) {
      world
          .balancers()
          .forEach(
              b ->
                  found.addAll(
                      b.byConfiguration.getOrDefault(machine.nic().configuration(), Set.of())));
      machine.nic().pools().forEach(key -> found.add(world.pool(key)));
      found.removeIf(pool -> pool == null || !pool.owner.standard);
    }
    return found;
  }

  /**
   * Whether a pool that the machine's NIC names and the state lacks may be a Standard one (it gives
   * nothing for sure).
   */
  private static boolean openPool(World world, World.Machine machine, Answers answers) {
    boolean open = false;
    if (machine.nic() != null) {
      for (String key : machine.nic().pools()) {
        open |= world.pool(key) == null && answers.to("standard " + key);
      }
    }
    return open;
  }

  private boolean doubtful(LoadBalancerFacts.Pool pool, String written) {
    if (!pool.owner.succeeded && !pool.owner.key.equals(written)) {
      return true;
    }
    return pool.ending
        && options.ownedPools.stream().noneMatch(o -> Json.lower(o).equals(pool.key));
  }

  private static Strength given(
      World world,
      Membership membership,
      World.Machine machine,
      String protocol,
      boolean v6,
      Answers answers) {
    if (!v6 && machine.nic() != null && !machine.nic().primary()) {
      return Strength.NONE;
    }
    for (LoadBalancerFacts.Snat snat : membership.pool.snat) {
      if (snat.covers(protocol) && isV6(world, snat.publicKey(), answers) == v6) {
        return membership.byNic ? Strength.CERTAIN : Strength.POSSIBLE;
      }
    }
    return Strength.NONE;
  }

  private static boolean isV6(World world, String publicKey, Answers answers) {
    JsonNode address = world.resource(publicKey);
    return address == null
        ? answers.to("IPv6 " + publicKey)
        : Json.text(address, "properties", "publicIPAddressVersion").equalsIgnoreCase("IPv6");
  }

  private Set<String> known() {
    Set<String> found = new LinkedHashSet<>();
    options.knownAddresses.forEach(a -> found.add(Addresses.canonical(a)));
    return found;
  }
}
