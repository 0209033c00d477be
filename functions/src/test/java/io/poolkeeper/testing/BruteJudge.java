package io.poolkeeper.testing;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A second judgement of egress, made from the rules alone and without the product's guard: plain,
 * slow, one address at a time. What cannot be read is a question; {@link #answers} enumerates them.
 */
public final class BruteJudge {
  private final Mapping mapping;
  private final Inventory inventory;
  private final ArmId own;
  private final boolean assume;
  private final List<Controls.DeclaredEgress> declared;

  /**
   * @param own the load balancer that is being planned
   */
  public BruteJudge(Mapping mapping, Inventory inventory, ArmId own, boolean assume) {
    this(mapping, inventory, own, assume, List.of());
  }

  /**
   * @param declared ways out that operators vouch for, those that have ended left out
   */
  public BruteJudge(
      Mapping mapping,
      Inventory inventory,
      ArmId own,
      boolean assume,
      List<Controls.DeclaredEgress> declared) {
    this.declared = declared;
    this.mapping = mapping;
    this.inventory = inventory;
    this.own = own;
    this.assume = assume;
  }

  /** Answers to questions by their text; asking one that is not there notes it. */
  public static final class Answers {
    private final Map<String, Integer> given;
    private final Map<String, Integer> asked = new LinkedHashMap<>();

    Answers(Map<String, Integer> given) {
      this.given = given;
    }

    int ask(String question, int values) {
      asked.put(question, values);
      return given.getOrDefault(question, 0);
    }
  }

  /** The strength of one address under one answer. */
  public Strength strength(Address address, Protocol protocol, Answers answers) {
    Optional<Network.Nic> nic = nicOf(address);
    boolean listed =
        mapping.nodes().values().stream().anyMatch(n -> n.addresses().contains(address));
    if (nic.isEmpty() && !listed) {
      return Strength.NONE;
    }
    Optional<Network.IpConfiguration> configuration = nic.map(n -> configuration(n, address));
    if (isDeclared(address, configuration)) {
      return Strength.CERTAIN;
    }
    Strength routed = routes(address, configuration, answers);
    if (routed != null) {
      return routed;
    }
    if (nat(address, configuration, answers) || ownPublic(nic, configuration, answers)) {
      return Strength.CERTAIN;
    }
    return members(address, configuration, protocol, answers);
  }

  private boolean isDeclared(Address address, Optional<Network.IpConfiguration> configuration) {
    Optional<ArmId> subnet =
        configuration
            .map(c -> c.subnet())
            .orElseGet(() -> subnet(address, configuration).map(s -> s.id()));
    return declared.stream()
        .anyMatch(d -> d.family() == address.family() && Optional.of(d.subnet()).equals(subnet));
  }

  private Strength members(
      Address address,
      Optional<Network.IpConfiguration> configuration,
      Protocol protocol,
      Answers answers) {
    Strength best = Strength.NONE;
    boolean member = false;
    boolean served =
        address.family() == Family.IPV6 || configuration.map(c -> c.primary()).orElse(true);
    Set<ArmId> named = new HashSet<>(configuration.map(c -> c.pools()).orElse(List.of()));
    for (LoadBalancer lb : inventory.loadBalancers().all()) {
      for (Pool pool : lb.pools()) {
        boolean byNic =
            named.remove(pool.id())
                || configuration
                    .map(c -> pool.backendIpConfigurations().contains(c.id()))
                    .orElse(false);
        boolean byIp =
            pool.entries().stream()
                .anyMatch(
                    e ->
                        e.address().equals(Optional.of(address))
                            && pool.networkOf(e)
                                .orElse(mapping.virtualNetwork())
                                .equals(mapping.virtualNetwork()));
        if (!lb.isStandard() || !(byNic || byIp)) {
          continue;
        }
        if (isEnding(lb, pool) && answers.ask("ending " + pool.id() + address, 2) == 1) {
          continue;
        }
        member = true;
        if (served && gives(lb, pool, address.family(), protocol, answers)) {
          best = best.orBetter(byNic ? Strength.CERTAIN : Strength.POSSIBLE);
        }
      }
    }
    for (ArmId lacking : named) {
      boolean counts =
          inventory.loadBalancers().get(lacking.root()).map(lb -> lb.isStandard()).orElse(true);
      int value = counts ? answers.ask("lacking " + lacking, 3) : 0;
      member |= value > 0;
      best = value == 2 && served ? Strength.CERTAIN : best;
    }
    return !member && defaultAccess(address, configuration, answers) ? Strength.POSSIBLE : best;
  }

  private boolean isEnding(LoadBalancer lb, Pool pool) {
    boolean other = !lb.id().equals(own) && !lb.provisioningState().equalsIgnoreCase("Succeeded");
    boolean busy =
        Set.of("updating", "deleting").contains(pool.provisioningState().toLowerCase(Locale.ROOT));
    return other || (busy && !owned(lb, pool));
  }

  private boolean owned(LoadBalancer lb, Pool pool) {
    for (Mapping.LoadBalancerEntry entry : mapping.loadBalancers().values()) {
      for (Mapping.Service s : mapping.services().values()) {
        if (!entry.id().equals(lb.id()) || !s.loadBalancer().equals(entry.name())) {
          continue;
        }
        for (Family family : s.families()) {
          String name =
              s.policy() == Mapping.TrafficPolicy.CLUSTER
                  ? mapping.cluster()
                  : s.name().replace('/', '-');
          name += family == Family.IPV6 ? "-ipv6" : "";
          if (s.pools().getOrDefault(family, name).equalsIgnoreCase(pool.name())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean gives(
      LoadBalancer lb, Pool pool, Family family, Protocol protocol, Answers answers) {
    List<ArmId> frontends = new ArrayList<>();
    for (LoadBalancer.OutboundRule rule : lb.outboundRules()) {
      if (rule.pool().equals(Optional.of(pool.id())) && rule.protocols().contains(protocol)) {
        frontends.addAll(rule.frontends());
      }
    }
    for (LoadBalancer.BalancingRule rule : lb.balancingRules()) {
      if (rule.snat() && rule.pools().contains(pool.id()) && rule.protocols().contains(protocol)) {
        rule.frontend().ifPresent(frontends::add);
      }
    }
    boolean gives = false;
    for (LoadBalancer.Frontend frontend : lb.frontends()) {
      if (frontends.contains(frontend.id()) && frontend.isPublic()) {
        gives |= isOf(frontend, family, answers);
      }
    }
    return gives;
  }

  private boolean isOf(LoadBalancer.Frontend frontend, Family family, Answers answers) {
    ArmId id = frontend.publicIp().orElseGet(() -> frontend.publicPrefix().orElseThrow());
    Optional<Network.PublicAddress> known =
        inventory.publicIps().get(id).or(() -> inventory.publicPrefixes().get(id));
    return known.isPresent()
        ? known.get().family() == family
        : (answers.ask("family " + id, 2) == 0) == (family == Family.IPV4);
  }

  private boolean defaultAccess(
      Address address, Optional<Network.IpConfiguration> configuration, Answers answers) {
    if (!assume || address.family() == Family.IPV6) {
      return false;
    }
    if (subnetMissing(configuration)) {
      return answers.ask("access", 2) == 1;
    }
    return subnet(address, configuration)
        .map(s -> s.defaultOutboundAccess().orElse(true))
        .orElse(false);
  }

  private boolean ownPublic(
      Optional<Network.Nic> nic, Optional<Network.IpConfiguration> configuration, Answers answers) {
    Optional<ArmId> id = configuration.flatMap(c -> c.publicIp());
    if (id.isEmpty()) {
      return false;
    }
    return nic.get().ofScaleSetInstance()
        || inventory.publicIps().get(id.get()).isPresent()
        || answers.ask("public " + id.get(), 2) == 1;
  }

  private boolean nat(
      Address address, Optional<Network.IpConfiguration> configuration, Answers answers) {
    if (subnetMissing(configuration)) {
      return answers.ask("nat of missing subnet", 2) == 1;
    }
    Optional<Network.Subnet> subnet = subnet(address, configuration);
    if (subnet.isEmpty()) {
      return false;
    }
    if (subnet.get().natGateway().isPresent()) {
      return natNamed(subnet.get().natGateway(), address, answers);
    }
    Optional<ArmId> named = network().flatMap(n -> n.defaultNatGateway());
    boolean covers = natNamed(named, address, answers);
    for (Network.NatGateway gateway : inventory.natGateways().all()) {
      if (gateway.sourceVirtualNetwork().equals(Optional.of(mapping.virtualNetwork()))
          && covers(gateway, address.family())) {
        covers |= named.isEmpty() || answers.ask("says so itself " + gateway.id(), 2) == 1;
      }
    }
    return covers;
  }

  private boolean natNamed(Optional<ArmId> id, Address address, Answers answers) {
    if (id.isEmpty()) {
      return false;
    }
    Optional<Network.NatGateway> gateway = inventory.natGateways().get(id.get());
    return gateway.isPresent()
        ? covers(gateway.get(), address.family())
        : answers.ask("gateway " + id.get(), 2) == 1;
  }

  private static boolean covers(Network.NatGateway gateway, Family family) {
    boolean v6 = gateway.sku().equalsIgnoreCase("StandardV2") && gateway.ipv6();
    return !gateway.provisioningState().equalsIgnoreCase("Failed")
        && (family == Family.IPV4 ? gateway.ipv4() : v6);
  }

  /** Null: some public destination goes to the internet directly. */
  private Strength routes(
      Address address, Optional<Network.IpConfiguration> configuration, Answers answers) {
    if (subnetMissing(configuration)) {
      return answers.ask("routes of missing subnet", 2) == 1 ? Strength.CERTAIN : null;
    }
    Optional<ArmId> id = subnet(address, configuration).flatMap(s -> s.routeTable());
    if (id.isEmpty()) {
      return null;
    }
    Optional<Network.RouteTable> table = inventory.routeTables().get(id.get());
    if (table.isEmpty()) {
      return answers.ask("table " + id.get(), 2) == 1 ? Strength.CERTAIN : null;
    }
    return BruteRoutes.strength(table.get(), address.family(), answers);
  }

  private Optional<Network.VirtualNetwork> network() {
    return inventory.virtualNetworks().get(mapping.virtualNetwork());
  }

  private boolean subnetMissing(Optional<Network.IpConfiguration> configuration) {
    return configuration
        .flatMap(c -> c.subnet())
        .map(id -> subnets().stream().noneMatch(s -> s.id().equals(id)))
        .orElse(network().isEmpty());
  }

  private List<Network.Subnet> subnets() {
    return network().map(n -> n.subnets()).orElse(List.of());
  }

  private Optional<Network.Subnet> subnet(
      Address address, Optional<Network.IpConfiguration> configuration) {
    return subnets().stream()
        .filter(
            s ->
                configuration.isPresent()
                    ? configuration.get().subnet().equals(Optional.of(s.id()))
                    : s.prefixes().stream().anyMatch(p -> p.contains(address)))
        .findFirst();
  }

  private Optional<Network.Nic> nicOf(Address address) {
    return inventory.nics().all().stream()
        .filter(n -> configuration(n, address) != null)
        .findFirst();
  }

  private Network.IpConfiguration configuration(Network.Nic nic, Address address) {
    return nic.ipConfigurations().stream()
        .filter(c -> c.address().equals(Optional.of(address)))
        .filter(c -> c.subnet().map(s -> s.root().equals(mapping.virtualNetwork())).orElse(false))
        .findFirst()
        .orElse(null);
  }

  /**
   * Strength under every answer: one array per answer, by protocol. Two judges of the same world
   * with other pool members ask the same questions where {@code questions} is shared.
   */
  public static List<Strength[]> under(
      List<Map<String, Integer>> answers,
      BruteJudge judge,
      Address address,
      List<Protocol> protocols) {
    List<Strength[]> strengths = new ArrayList<>();
    for (Map<String, Integer> given : answers) {
      Strength[] byProtocol = new Strength[protocols.size()];
      for (int p = 0; p < byProtocol.length; p++) {
        byProtocol[p] = judge.strength(address, protocols.get(p), new Answers(given));
      }
      strengths.add(byProtocol);
    }
    return strengths;
  }

  /** Every combination of answers to every question that these worlds raise for the address. */
  public static List<Map<String, Integer>> answers(
      List<BruteJudge> worlds, Address address, List<Protocol> protocols) {
    Map<String, Integer> questions = new LinkedHashMap<>();
    boolean more = true;
    List<Map<String, Integer>> all = List.of(Map.of());
    while (more) {
      Map<String, Integer> found = new LinkedHashMap<>(questions);
      for (Map<String, Integer> given : all) {
        for (BruteJudge world : worlds) {
          for (Protocol protocol : protocols) {
            Answers answers = new Answers(given);
            world.strength(address, protocol, answers);
            found.putAll(answers.asked);
          }
        }
      }
      more = found.size() > questions.size();
      questions = found;
      all = combinations(questions);
    }
    return all;
  }

  private static List<Map<String, Integer>> combinations(Map<String, Integer> questions) {
    List<Map<String, Integer>> all = new ArrayList<>(List.of(Map.of()));
    for (Map.Entry<String, Integer> question : questions.entrySet()) {
      List<Map<String, Integer>> longer = new ArrayList<>();
      for (Map<String, Integer> given : all) {
        for (int value = 0; value < question.getValue(); value++) {
          Map<String, Integer> next = new LinkedHashMap<>(given);
          next.put(question.getKey(), value);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }
}
