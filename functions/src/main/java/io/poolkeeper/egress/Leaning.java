package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the allowed removals of one write lean on outside of their own load balancer: memberships
 * elsewhere that keep the machine's way out as strong as it was, or that it is in no pool
 * elsewhere. Pure.
 */
public final class Leaning {
  /** One load balancer nearly always carries all; looking for fewer is not worth more than this. */
  private static final int MAX_TRIES = 8;

  private final PlanInput input;
  private final Plan plan;
  private final PoolWrite write;
  private final LoadBalancer confirmed;
  private final Inventory inventory;

  /**
   * @param memberships that carry the strength; as few load balancers as are found to be enough
   * @param absence it leans on being in no other pool
   */
  public record Lean(SortedSet<PoolRef> memberships, boolean absence) {}

  /**
   * @param confirmed the load balancer as the writes so far left it
   */
  public Leaning(
      PlanInput input, Plan plan, PoolWrite write, LoadBalancer confirmed, Inventory inventory) {
    this.input = input;
    this.plan = plan;
    this.write = write;
    this.confirmed = confirmed;
    this.inventory = inventory;
  }

  /** The same removals around other load balancers as they are now. */
  public Leaning in(Inventory fresh) {
    return new Leaning(input, plan, write, confirmed, fresh);
  }

  /** Those of the write's removals that are not safe whatever happens elsewhere. */
  public SortedSet<Address> outside() {
    boolean alone =
        !input.settings().assumeDefaultOutbound() && inventory.loadBalancers().all().size() <= 1;
    if (write.removals().isEmpty() || alone) {
      return new TreeSet<>();
    }
    return new TreeSet<>(
        weakened(write.removals(), pool -> false, address -> true, List.of()).keySet());
  }

  /**
   * Judges removals again, with everything elsewhere that is not firm, and every membership that
   * others claim, counted as gone and as there.
   *
   * @param firm pools elsewhere whose members can be counted on
   * @param mayJoin whether an address may be added to a pool elsewhere meanwhile
   * @param claims of others
   * @return those that might leave a machine weaker
   */
  public SortedMap<Address, Weakened> weakened(
      SortedSet<Address> asked,
      Predicate<PoolRef> firm,
      Predicate<Address> mayJoin,
      Collection<Claim> claims) {
    Unsettled unsettled = Unsettled.of(input.actual().id(), firm, mayJoin, claims);
    return new Rejudgement(input, plan, confirmed, inventory, unsettled).weakened(write, asked);
  }

  /**
   * What each leans on, on as few load balancers as are quickly found to be enough.
   *
   * @param countable pools that it may lean on
   * @param mayJoin as with {@link #weakened}
   * @param claims of others: what they name carries nothing
   */
  public SortedMap<Address, Lean> leans(
      SortedSet<Address> asked,
      Predicate<PoolRef> countable,
      Predicate<Address> mayJoin,
      Collection<Claim> claims) {
    Map<Address, SortedSet<PoolRef>> giving = giving(asked, countable);
    SortedMap<Address, Lean> leans = new TreeMap<>();
    SortedSet<Address> open = new TreeSet<>(asked);
    Set<ArmId> tried = new HashSet<>();
    Set<ArmId> chosen = new HashSet<>();
    for (int i = 0; i < MAX_TRIES && !open.isEmpty(); i++) {
      Optional<ArmId> best = mostUsed(open, giving, tried);
      if (best.isEmpty()) {
        break;
      }
      tried.add(best.get());
      chosen.add(best.get());
      Predicate<PoolRef> firm =
          pool -> countable.test(pool) && chosen.contains(pool.loadBalancer());
      Set<Address> still = weakened(open, firm, mayJoin, claims).keySet();
      if (still.size() == open.size()) {
        chosen.remove(best.get());
      }
      for (Address address : open) {
        if (!still.contains(address)) {
          leans.put(address, new Lean(on(chosen, giving.get(address)), false));
        }
      }
      open = new TreeSet<>(still);
    }
    SortedSet<Address> joining = new TreeSet<>(open);
    joining.removeIf(mayJoin.negate());
    Set<Address> absence =
        joining.isEmpty()
            ? Set.<Address>of()
            : weakened(joining, countable, mayJoin, claims).keySet();
    for (Address address : open) {
      leans.put(address, new Lean(giving.get(address), absence.contains(address)));
    }
    return leans;
  }

  /** Load balancers elsewhere with a pool that gives one of these something. */
  public SortedSet<ArmId> givingTo(SortedSet<Address> asked) {
    SortedSet<ArmId> ids = new TreeSet<>();
    giving(asked, pool -> true)
        .values()
        .forEach(pools -> pools.forEach(pool -> ids.add(pool.loadBalancer())));
    return ids;
  }

  private static SortedSet<PoolRef> on(Set<ArmId> loadBalancers, SortedSet<PoolRef> pools) {
    SortedSet<PoolRef> on = new TreeSet<>(pools);
    on.removeIf(pool -> !loadBalancers.contains(pool.loadBalancer()));
    return on;
  }

  /** The load balancer that gives to most of them, of equal ones the first by id. */
  private static Optional<ArmId> mostUsed(
      SortedSet<Address> open, Map<Address, SortedSet<PoolRef>> giving, Set<ArmId> tried) {
    Map<ArmId, Integer> used = new TreeMap<>();
    for (Address address : open) {
      giving.get(address).stream()
          .map(PoolRef::loadBalancer)
          .distinct()
          .filter(id -> !tried.contains(id))
          .forEach(id -> used.merge(id, 1, Integer::sum));
    }
    return used.entrySet().stream()
        .max(
            Map.Entry.<ArmId, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey);
  }

  /** Pools elsewhere that these are in and that may give SNAT. */
  private Map<Address, SortedSet<PoolRef>> giving(
      SortedSet<Address> asked, Predicate<PoolRef> countable) {
    Inventory around = inventory.with(input.actual());
    Judge judge = new Judge(input, around);
    Map<Address, Machines.Machine> machines = new HashMap<>();
    asked.forEach(a -> judge.machines().at(a).ifPresent(machine -> machines.put(a, machine)));
    Memberships memberships = new Memberships(input, around, machines);
    Snat snat =
        new Snat(
            around.loadBalancers().all().stream().filter(LoadBalancer::isStandard).toList(),
            new PublicAddresses(around));
    Map<Address, SortedSet<PoolRef>> giving = new HashMap<>();
    for (Address address : asked) {
      SortedSet<PoolRef> pools = new TreeSet<>();
      for (Memberships.Membership membership : memberships.of(address)) {
        PoolRef pool = PoolRef.of(membership.loadBalancer().id(), membership.pool().name());
        boolean elsewhere = !pool.loadBalancer().equals(input.actual().id());
        if (elsewhere && snat.isSnatPool(membership.pool().id()) && countable.test(pool)) {
          pools.add(pool);
        }
      }
      giving.put(address, pools);
    }
    return giving;
  }
}
