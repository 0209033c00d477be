package io.poolkeeper.egress;

import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.Level;
import io.poolkeeper.egress.AuditReport.PoolMembership;
import io.poolkeeper.egress.AuditReport.WayKind;
import io.poolkeeper.egress.AuditReport.WayOut;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes down what the ladder says of one address. */
final class AddressAudit {
  private final ArmId network;
  private final Address address;
  private final Machines.Machine machine;
  private final Judge judge;
  private final Snat snat;
  private final Profile whole;
  private final Map<ArmId, Profile> fromPools;
  private final Subnets.Place place;
  private final SortedMap<Judge.Rung, Verdict> rungs;

  /**
   * @param whole the address's profile from no load balancer's place, all memberships constant
   * @param fromPools by pool: its profile over that pool alone, from the place of the pool's load
   *     balancer, as if nothing above the pools settled anything
   */
  AddressAudit(
      ArmId network,
      Address address,
      Machines.Machine machine,
      Judge judge,
      Snat snat,
      Profile whole,
      Map<ArmId, Profile> fromPools) {
    this.network = network;
    this.address = address;
    this.machine = machine;
    this.judge = judge;
    this.snat = snat;
    this.whole = whole;
    this.fromPools = fromPools;
    this.place = judge.subnets().of(address, machine);
    this.rungs = judge.rungs(address, machine, place);
  }

  AuditReport.AuditedAddress of(List<Memberships.Membership> memberships, List<ArmId> lacking) {
    List<WayOut> waysOut = new ArrayList<>();
    rungs.forEach((rung, verdict) -> rung(rung, verdict).ifPresent(waysOut::add));
    List<WayOut> pools = new ArrayList<>();
    List<Dependence> dependences = new ArrayList<>();
    for (Memberships.Membership membership : memberships) {
      pools.add(pool(membership));
      dependence(membership).ifPresent(dependences::add);
    }
    lacking.forEach(id -> unseen(id).ifPresent(dependences::add));
    pools.sort(Comparator.comparing(way -> way.pool().get().name()));
    dependences.sort(
        Comparator.comparing(Dependence::kind).thenComparing(one -> one.pool().name()));
    waysOut.addAll(pools);
    defaultOutbound().ifPresent(waysOut::add);
    return new AuditReport.AuditedAddress(
        network,
        address,
        place.id(),
        machine.id(),
        strength(),
        List.copyOf(waysOut),
        List.copyOf(dependences),
        unknown());
  }

  private List<String> unknown() {
    if (whole.settled().isPresent()) {
      return List.of();
    }
    SortedSet<String> lines = new TreeSet<>(whole.doubts());
    lines.addAll(whole.unknowns());
    if (whole.tooManyAnswers()) {
      lines.add("more is unknown of it than is weighed");
    }
    return List.copyOf(lines);
  }

  /** The first rung that settles it decides; else what is left under every answer. */
  private SortedMap<Protocol, Level> strength() {
    for (Verdict verdict : rungs.values()) {
      if (verdict.kind() == Verdict.Kind.SETTLED) {
        return everywhere(level(verdict.strength()));
      }
    }
    SortedMap<Protocol, Level> strength = new TreeMap<>();
    for (int p = 0; p < whole.protocols().size(); p++) {
      Strength[] under = new Strength[whole.answers()];
      for (int answer = 0; answer < under.length; answer++) {
        under[answer] = whole.strength(new BitSet(), answer, p);
      }
      boolean certainAnyway = all(under) == Level.CERTAIN && routesAreKnown();
      strength.put(
          whole.protocols().get(p),
          whole.doubts().isEmpty() || certainAnyway ? all(under) : Level.UNKNOWN);
    }
    return strength;
  }

  /** What cannot be read may add a way out; only routes may take all of them away. */
  private boolean routesAreKnown() {
    Verdict routes = rungs.getOrDefault(Judge.Rung.ROUTES, Verdict.OPEN);
    return place.doubt().isEmpty() && routes.kind() != Verdict.Kind.UNKNOWN;
  }

  private Optional<WayOut> rung(Judge.Rung rung, Verdict verdict) {
    WayKind kind =
        switch (rung) {
          case DECLARED -> WayKind.DECLARED;
          case ROUTES -> WayKind.ROUTES;
          case NAT_GATEWAY -> WayKind.NAT_GATEWAY;
          case PUBLIC_ADDRESS -> WayKind.PUBLIC_ADDRESS;
        };
    return switch (verdict.kind()) {
      case SETTLED ->
          Optional.of(
              new WayOut(
                  kind,
                  everywhere(level(verdict.strength())),
                  Optional.empty(),
                  verdict.evidence()));
      case UNKNOWN ->
          Optional.of(
              new WayOut(kind, everywhere(Level.UNKNOWN), Optional.empty(), verdict.evidence()));
      case OPEN ->
          rung == Judge.Rung.DECLARED
              ? judge
                  .expired(address)
                  .map(end -> new WayOut(kind, everywhere(Level.NONE), Optional.empty(), end))
              : Optional.empty();
    };
  }

  private WayOut pool(Memberships.Membership membership) {
    Profile profile = fromPools.get(membership.pool().id());
    Profile.OwnPool own = profile.pools().get(0);
    SortedMap<Protocol, Level> strength = new TreeMap<>();
    for (int p = 0; p < profile.protocols().size(); p++) {
      Strength[] under = new Strength[profile.answers()];
      for (int answer = 0; answer < under.length; answer++) {
        under[answer] = own.gives()[answer][p];
      }
      boolean ending = membership.ending().isPresent() && all(under) != Level.NONE;
      strength.put(profile.protocols().get(p), ending ? Level.UNKNOWN : all(under));
    }
    String evidence =
        own.description().get() + membership.ending().map(why -> "; " + why).orElse("");
    return new WayOut(WayKind.POOL, strength, Optional.of(described(membership)), evidence);
  }

  private PoolMembership described(Memberships.Membership membership) {
    SortedMap<Protocol, String> rules = new TreeMap<>();
    for (Protocol protocol : whole.protocols()) {
      if (machine.servedBySnat(address.family())) {
        Snat.Supply supply = snat.of(membership.pool().id(), address.family(), protocol);
        supply
            .rule()
            .or(() -> supply.dependsOn().values().stream().sorted().findFirst())
            .ifPresent(rule -> rules.put(protocol, rule));
      }
    }
    ArmId id = membership.pool().id();
    boolean servesRules = false;
    for (LoadBalancer.BalancingRule rule : membership.loadBalancer().balancingRules()) {
      servesRules |= rule.pools().contains(id);
    }
    return new PoolMembership(id, membership.nic(), rules, servesRules);
  }

  /** What the guard would say if the address should leave this pool and no other. */
  private Optional<Dependence> dependence(Memberships.Membership membership) {
    if (whole.settled().isPresent()) {
      return Optional.empty();
    }
    Profile profile = fromPools.get(membership.pool().id());
    BitSet leaves = new BitSet();
    leaves.set(0);
    if (HoldChoice.of(profile, new BitSet(), leaves).isEmpty()) {
      return Optional.empty();
    }
    BitSet after = profile.before();
    after.clear(0);
    Strength[][] floor = profile.floor(profile.before(), profile.before());
    SortedSet<Protocol> weaker = new TreeSet<>(Evidence.lost(profile, after, floor).keySet());
    boolean inDoubt = HoldChoice.isInDoubt(profile, new BitSet(), leaves, leaves, 0);
    PoolMembership pool = described(membership);
    DependenceKind kind =
        mayLeaveNothing(profile, after, floor)
            ? DependenceKind.SINGLE_POINT
            : DependenceKind.WEAKER_WITHOUT;
    List<String> remedies = AuditWords.remedies(pool, address.family());
    return Optional.of(
        new Dependence(
            kind,
            pool,
            weaker.isEmpty() ? new TreeSet<>(profile.protocols()) : weaker,
            inDoubt,
            remedies,
            AuditWords.dependence(
                kind, pool, inDoubt ? doubts(profile) : List.of(), inDoubt, remedies)));
  }

  private static List<String> doubts(Profile profile) {
    SortedSet<String> lines = new TreeSet<>(profile.doubts());
    lines.addAll(profile.unknowns());
    return List.copyOf(lines);
  }

  private static boolean mayLeaveNothing(Profile profile, BitSet after, Strength[][] floor) {
    for (int answer = 0; answer < profile.answers(); answer++) {
      for (int p = 0; p < profile.protocols().size(); p++) {
        Strength left = profile.strength(after, answer, p);
        if (left == Strength.NONE && left.weakerThan(floor[answer][p])) {
          return true;
        }
      }
    }
    return profile.tooManyAnswers();
  }

  /** A pool that its NIC names and nobody could read may be all that a machine has. */
  private Optional<Dependence> unseen(ArmId id) {
    boolean needed = whole.settled().isEmpty() && whole.tooManyAnswers();
    for (int answer = 0; answer < whole.answers(); answer++) {
      for (int p = 0; p < whole.protocols().size(); p++) {
        needed |= whole.strength(new BitSet(), answer, p) == Strength.NONE;
      }
    }
    if (!needed || !machine.servedBySnat(address.family())) {
      return Optional.empty();
    }
    PoolMembership pool = new PoolMembership(id, true, new TreeMap<>(), true);
    List<String> remedies = AuditWords.remedies(pool, address.family());
    return Optional.of(
        new Dependence(
            DependenceKind.SINGLE_POINT,
            pool,
            new TreeSet<>(whole.protocols()),
            true,
            remedies,
            AuditWords.dependence(
                DependenceKind.SINGLE_POINT, pool, List.copyOf(whole.doubts()), true, remedies)));
  }

  private Optional<WayOut> defaultOutbound() {
    Strength[] under = new Strength[whole.answers()];
    for (int answer = 0; answer < under.length; answer++) {
      boolean has = whole.defaultAccess()[answer] && !whole.blocked()[answer];
      under[answer] = has ? Strength.POSSIBLE : Strength.NONE;
    }
    Level level = whole.settled().isPresent() ? Level.NONE : all(under);
    return level == Level.NONE
        ? Optional.empty()
        : Optional.of(
            new WayOut(
                WayKind.DEFAULT_OUTBOUND,
                everywhere(level),
                Optional.empty(),
                "default outbound access is assumed"));
  }

  private SortedMap<Protocol, Level> everywhere(Level level) {
    SortedMap<Protocol, Level> strength = new TreeMap<>();
    whole.protocols().forEach(protocol -> strength.put(protocol, level));
    return strength;
  }

  /** The strength if it is the same under every answer; without an answer nobody knows. */
  private static Level all(Strength[] under) {
    Level level = under.length == 0 ? Level.UNKNOWN : level(under[0]);
    for (Strength strength : under) {
      level = level(strength) == level ? level : Level.UNKNOWN;
    }
    return level;
  }

  private static Level level(Strength strength) {
    return switch (strength) {
      case NONE -> Level.NONE;
      case POSSIBLE -> Level.POSSIBLE;
      case CERTAIN -> Level.CERTAIN;
    };
  }
}
