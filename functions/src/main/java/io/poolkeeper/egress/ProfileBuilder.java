package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.PlanInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Rungs 5 and 6: boils memberships and default outbound access down to a {@link Profile}. */
final class ProfileBuilder {
  private final PlanInput input;
  private final Inventory inventory;
  private final Memberships memberships;
  private final Snat snat;
  private final PublicAddresses publicAddresses;
  private final Predicate<Address> mayJoinElsewhere;
  private final List<Protocol> protocols;
  private final Map<String, Pool> ownPools = new HashMap<>();

  ProfileBuilder(
      PlanInput input,
      Inventory inventory,
      Memberships memberships,
      Snat snat,
      PublicAddresses publicAddresses,
      Predicate<Address> mayJoinElsewhere) {
    this.input = input;
    this.inventory = inventory;
    this.memberships = memberships;
    this.snat = snat;
    this.publicAddresses = publicAddresses;
    this.mayJoinElsewhere = mayJoinElsewhere;
    this.protocols = List.copyOf(input.settings().protocols());
    input.actual().pools().forEach(pool -> ownPools.put(OwnedPools.key(pool.name()), pool));
  }

  Profile build(
      Address address,
      Machines.Machine machine,
      Judge.Independent independent,
      Set<String> changed) {
    if (independent.settled().isPresent()) {
      return settled(address, independent.settled().get(), independent.strength());
    }
    return new One(address, machine, independent).build(changed);
  }

  private Profile settled(Address address, String evidence, Strength strength) {
    return new Profile(
        address,
        Optional.of(evidence),
        List.of(),
        List.of(),
        protocols,
        0,
        new Strength[0][],
        new boolean[0],
        new boolean[0],
        List.of(),
        List.of(),
        strength);
  }

  /** The profile of one address in the making. */
  private final class One {
    private final Address address;
    private final Family family;
    private final Machines.Machine machine;
    private final boolean served;
    private final List<String> doubts;
    private final List<String> unknowns = new ArrayList<>();
    private final List<Supplier<String>> others = new ArrayList<>();
    private final Facts facts = new Facts();
    private final DefaultOutbound defaultOutbound;
    private final Elsewhere elsewhere;

    One(Address address, Machines.Machine machine, Judge.Independent independent) {
      this.address = address;
      this.family = address.family();
      this.machine = machine;
      this.served = machine.servedBySnat(family);
      this.doubts = new ArrayList<>(independent.doubts());
      this.defaultOutbound =
          DefaultOutbound.of(input.settings(), family, independent.place(), facts);
      boolean mayJoin = mayJoinElsewhere.test(address);
      if (mayJoin && defaultOutbound.possible()) {
        unknowns.add("it may join a pool of another load balancer, which ends default access");
      }
      this.elsewhere =
          Elsewhere.of(
              memberships.lacking(address),
              memberships.unreadable(address, inventory.loadBalancers()),
              machine.doubt().isPresent() || mayJoin,
              served,
              defaultOutbound.possible(),
              facts);
      doubts.addAll(elsewhere.doubts());
    }

    Profile build(Set<String> changed) {
      Map<String, Source> own = new TreeMap<>();
      List<Source> constant = new ArrayList<>();
      for (Memberships.Membership membership : memberships.of(address)) {
        String key = OwnedPools.key(membership.pool().name());
        boolean here = membership.loadBalancer().id().equals(input.actual().id());
        if (here && changed.contains(key)) {
          own.put(key, source(membership.pool(), membership.nic(), true, true, Optional.empty()));
        } else {
          Source source =
              source(membership.pool(), membership.nic(), true, false, membership.ending());
          constant.add(source);
          describeOther(membership, source);
        }
      }
      List<Profile.OwnPool> pools = new ArrayList<>();
      for (String key : changed) {
        Pool pool = ownPools.get(key);
        own.computeIfAbsent(key, k -> source(pool, false, false, false, Optional.empty()));
      }
      int count = facts.answers();
      for (Map.Entry<String, Source> entry : own.entrySet()) {
        pools.add(ownPool(entry.getKey(), entry.getValue(), count));
      }
      return finish(count, constant, pools);
    }

    private Profile finish(int count, List<Source> constant, List<Profile.OwnPool> pools) {
      Strength[][] base = new Strength[count][protocols.size()];
      boolean[] blocked = new boolean[count];
      boolean[] access = new boolean[count];
      for (int answer = 0; answer < count; answer++) {
        access[answer] = defaultOutbound.under(answer);
        blocked[answer] = elsewhere.blocksUnder(answer);
        for (int p = 0; p < protocols.size(); p++) {
          base[answer][p] = elsewhere.strengthUnder(answer);
        }
        for (Source source : constant) {
          if (source.countsUnder(answer)) {
            blocked[answer] = true;
            for (int p = 0; p < protocols.size(); p++) {
              base[answer][p] = base[answer][p].orBetter(source.strengthUnder(answer, p));
            }
          }
        }
      }
      return new Profile(
          address,
          Optional.empty(),
          List.copyOf(doubts),
          unknowns.stream().sorted().toList(),
          protocols,
          count,
          base,
          blocked,
          access,
          List.copyOf(pools),
          List.copyOf(others),
          Strength.NONE);
    }

    /**
     * A membership, there or wished for, with the questions that decide what it gives.
     *
     * @param mayName a NIC may name a pool that does not list it; where it stays in the pool that
     *     can only help, and is not asked
     */
    private Source source(
        Pool pool, boolean nic, boolean now, boolean mayName, Optional<String> ending) {
      List<Snat.Supply> supplies = new ArrayList<>();
      for (Protocol protocol : protocols) {
        Snat.Supply supply = served ? snat.of(pool.id(), family, protocol) : Snat.Supply.NONE;
        supplies.add(supply);
        supply
            .dependsOn()
            .forEach(
                (id, rule) -> {
                  facts.ask("family of " + id.key(), 2);
                  addOnce(unknowns, publicAddresses.unreadable("rule " + rule + " uses", id));
                });
      }
      int endingQuestion = -1;
      if (ending.isPresent()) {
        addOnce(unknowns, ending.get());
        endingQuestion = facts.ask("ending " + effect(nic, supplies), 2);
      }
      boolean nicUnknown =
          machine.doubt().isPresent()
              && !nic
              && supplies.stream().anyMatch(Snat.Supply::possible)
              && (mayName || !pool.backendIpConfigurations().isEmpty());
      int nicQuestion = nicUnknown ? facts.ask("NIC in " + pool.id().key(), 2) : -1;
      return new Source(pool, nic, now, supplies, endingQuestion, nicQuestion);
    }

    /** Memberships that may be ending and give the same are one question. */
    private static String effect(boolean nic, List<Snat.Supply> supplies) {
      StringBuilder effect = new StringBuilder(nic ? "nic" : "ip");
      for (Snat.Supply supply : supplies) {
        effect.append(supply.rule().isPresent()).append(supply.dependsOn().keySet());
      }
      return effect.toString();
    }

    private Profile.OwnPool ownPool(String key, Source source, int count) {
      Strength[][] gives = new Strength[count][protocols.size()];
      for (int answer = 0; answer < count; answer++) {
        for (int p = 0; p < protocols.size(); p++) {
          gives[answer][p] = source.strengthUnder(answer, p);
        }
      }
      return new Profile.OwnPool(
          key,
          source.pool,
          source.now,
          source.now || joinsOurs(source.pool),
          snat.isNamedByOutboundRule(source.pool.id()),
          gives,
          () -> describe(input.actual().name() + "/" + source.pool.name(), source));
    }

    /** A new entry takes the pool's network, and in another network it is not our machine's. */
    private boolean joinsOurs(Pool pool) {
      return pool.virtualNetwork().map(input.mapping().virtualNetwork()::equals).orElse(true);
    }

    private void describeOther(Memberships.Membership membership, Source source) {
      if (source.supplies.stream().anyMatch(Snat.Supply::possible)) {
        others.add(() -> describe(membership.poolName(), source));
      }
    }

    private String describe(String name, Source source) {
      StringBuilder text = new StringBuilder("pool ").append(name);
      text.append(source.nic ? " (NIC member" : " (IP member");
      boolean gives = false;
      for (int p = 0; p < protocols.size(); p++) {
        Optional<String> rule = source.supplies.get(p).rule();
        Optional<String> maybe =
            source.supplies.get(p).dependsOn().values().stream().sorted().findFirst();
        if (rule.or(() -> maybe).isPresent()) {
          gives = true;
          text.append(", rule ").append(rule.or(() -> maybe).get());
          text.append(", ").append(protocols.get(p));
        }
      }
      return text.append(gives ? ")" : ", no SNAT)").toString();
    }

    /** One membership and the questions on which it depends. */
    private final class Source {
      private final Pool pool;
      private final boolean nic;
      private final boolean now;
      private final List<Snat.Supply> supplies;
      private final int endingQuestion;
      private final int nicQuestion;

      Source(
          Pool pool,
          boolean nic,
          boolean now,
          List<Snat.Supply> supplies,
          int endingQuestion,
          int nicQuestion) {
        this.pool = pool;
        this.nic = nic;
        this.now = now;
        this.supplies = supplies;
        this.endingQuestion = endingQuestion;
        this.nicQuestion = nicQuestion;
      }

      boolean countsUnder(int answer) {
        return endingQuestion < 0 || facts.value(endingQuestion, answer) == 0;
      }

      /** A NIC member is CERTAIN, an IP member POSSIBLE: the documentation promises no more. */
      Strength strengthUnder(int answer, int protocol) {
        Snat.Supply supply = supplies.get(protocol);
        boolean gives = supply.rule().isPresent();
        for (ArmId id : supply.dependsOn().keySet()) {
          gives |= facts.value(facts.ask("family of " + id.key(), 2), answer) == 1;
        }
        boolean byNic = nic || (nicQuestion >= 0 && facts.value(nicQuestion, answer) == 1);
        return !gives ? Strength.NONE : byNic ? Strength.CERTAIN : Strength.POSSIBLE;
      }
    }
  }

  private static void addOnce(List<String> list, String line) {
    if (!list.contains(line)) {
      list.add(line);
    }
  }
}
