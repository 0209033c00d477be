package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.EntryNames;
import io.poolkeeper.plan.PlanDigest;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
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

/** The way from one draft to its plan: refusals, brake, mapping age, guard, order of writes. */
final class Finishing {
  private final PlanInput input;
  private final Draft draft;
  private final Inventory inventory;
  private final Judge judge;
  private final HoldMemory memory;
  private final Snat rules;

  private List<PoolDraft> drafts;
  private final Map<String, Refusals.Sorted> additions = new HashMap<>();
  private final SortedMap<String, SortedSet<Address>> machineRemovals = new TreeMap<>();
  private final Map<Address, SortedMap<String, Guard.Decision>> decisions = new TreeMap<>();

  Finishing(Draft draft, Inventory inventory) {
    this.input = draft.input();
    this.draft = draft;
    this.inventory = inventory;
    this.drafts = draft.pools();
    Inventory around = inventory.with(input.actual());
    this.judge = draft.readsInventory() ? new Judge(input, around) : null;
    this.memory =
        judge == null ? HoldMemory.NONE : new HoldMemory(input.ledger(), judge.machines());
    this.rules = new Snat(List.of(input.actual()), new PublicAddresses(around));
  }

  Judged judged() {
    sortAdditions();
    Contested contested = putBack();
    int removals = findMachineRemovals();
    String digest = PlanDigest.of(input.actual().id(), machineRemovals);
    Brake brake = brake(digest, removals);
    Optional<Guard.Decision> all = heldAltogether(brake);
    Guard guard =
        new Guard(
            judge == null ? Map.of() : judge.profiles(changes(all.isEmpty())), memory, input.now());
    List<WriteOrder.Put> puts = decideAndOrder(guard, all);
    return new PlanAssembly(input, judge, drafts, additions, decisions, contested, memory)
        .warn(contested.warnings(drafts))
        .warn(lostDefaultAccess())
        .assemble(digest, brake.remembered(), puts);
  }

  /** Addresses of which the plan may say something else once more of the inventory is read. */
  Set<Address> open() {
    sortAdditions();
    int removals = findMachineRemovals();
    Brake brake = brake(PlanDigest.of(input.actual().id(), machineRemovals), removals);
    boolean weighs = heldAltogether(brake).isEmpty();
    return new Openness(input, drafts, judge, LostDefaultAccess.mayLose(draft))
        .of(machineRemovals, weighs);
  }

  private Brake brake(String digest, int removals) {
    int members = drafts.stream().mapToInt(draft -> draft.before().size()).sum();
    return Brake.of(input, digest, removals, members);
  }

  private void sortAdditions() {
    Refusals refusals = new Refusals(input, judge);
    for (PoolDraft draft : drafts) {
      additions.put(draft.owned().key(), refusals.of(draft));
    }
  }

  /** What is held and was taken out by somebody else comes back as an addition. */
  private Contested putBack() {
    Contested contested = Contested.of(input, drafts, additions, judge, inventory);
    Refusals refusals = new Refusals(input, judge);
    List<PoolDraft> with = new ArrayList<>(drafts.size());
    for (PoolDraft before : drafts) {
      PoolDraft after = contested.restoring(before, input.mapping());
      if (after != before) {
        additions.put(after.owned().key(), refusals.of(after));
      }
      with.add(after);
    }
    drafts = List.copyOf(with);
    return contested;
  }

  private List<Warning> lostDefaultAccess() {
    return judge == null
        ? List.of()
        : LostDefaultAccess.warnings(draft, drafts, additions, inventory);
  }

  /** Addresses without a machine do not count for the brake and are never held. */
  private int findMachineRemovals() {
    int count = 0;
    for (PoolDraft draft : drafts) {
      SortedSet<Address> of = new TreeSet<>();
      for (Address address : draft.removals()) {
        if (judge.machines().at(address).isPresent()) {
          of.add(address);
        }
      }
      if (!of.isEmpty()) {
        machineRemovals.put(draft.owned().key(), of);
        count += of.size();
      }
    }
    return count;
  }

  /** The brake comes first, then the mapping's age; either holds every removal of a machine. */
  private Optional<Guard.Decision> heldAltogether(Brake brake) {
    if (brake.falls()) {
      return Optional.of(held(HoldReason.MASS_REMOVAL, brake.evidence()));
    }
    Optional<Duration> maxAge = input.settings().mappingMaxAge();
    boolean tooOld =
        maxAge.isPresent()
            && input
                .mapping()
                .generatedAt()
                .map(at -> at.plus(maxAge.get()).isBefore(input.now()))
                .orElse(true);
    return tooOld
        ? Optional.of(
            held(
                HoldReason.MAPPING_TOO_OLD,
                "mapping was generated at "
                    + input.mapping().generatedAt().map(Object::toString).orElse("an unknown time")
                    + ", allowed age is "
                    + maxAge.get()))
        : Optional.empty();
  }

  private static Guard.Decision held(HoldReason reason, String evidence) {
    return Guard.Decision.unjudged(Optional.of(reason), evidence);
  }

  /**
   * The addresses to judge, with the pools that they leave or join: those with a removal of a
   * machine, and those that might lose default outbound access by an addition.
   */
  private Map<Address, Set<String>> changes(boolean judgeRemovals) {
    Map<Address, Set<String>> changes = new TreeMap<>();
    if (judgeRemovals) {
      machineRemovals.forEach(
          (key, addresses) ->
              addresses.forEach(a -> changes.computeIfAbsent(a, k -> new TreeSet<>()).add(key)));
    }
    boolean all = input.settings().assumeDefaultOutbound();
    for (PoolDraft draft : drafts) {
      for (Address address : additions.get(draft.owned().key()).accepted().keySet()) {
        Set<String> known = changes.get(address);
        if (known == null && all && address.family() == Family.IPV4) {
          known = new TreeSet<>();
          changes.put(address, known);
        }
        if (known != null) {
          known.add(draft.owned().key());
        }
      }
    }
    return changes;
  }

  /**
   * Holds first, then the order. Where no order is found that keeps an address safe at every step,
   * all its removals are held and the order is sought again.
   */
  private List<WriteOrder.Put> decideAndOrder(Guard guard, Optional<Guard.Decision> all) {
    Set<Address> holdAll = new HashSet<>();
    while (true) {
      decide(guard, all, holdAll);
      List<Work> works = works();
      List<Mover> movers = guard.movers(works);
      List<WriteOrder.Put> puts = WriteOrder.of(works, movers);
      if (!holdAll.addAll(weakenedOnTheWay(puts, movers))) {
        return puts;
      }
    }
  }

  private void decide(Guard guard, Optional<Guard.Decision> all, Set<Address> holdAll) {
    decisions.clear();
    Map<Address, SortedSet<String>> leaves = new TreeMap<>();
    Map<Address, SortedSet<String>> joins = new HashMap<>();
    for (PoolDraft draft : drafts) {
      String key = draft.owned().key();
      for (Address address : draft.removals()) {
        leaves.computeIfAbsent(address, k -> new TreeSet<>()).add(key);
      }
    }
    for (PoolDraft draft : drafts) {
      String key = draft.owned().key();
      for (Address address : additions.get(key).accepted().keySet()) {
        if (leaves.containsKey(address)) {
          joins.computeIfAbsent(address, k -> new TreeSet<>()).add(key);
        }
      }
    }
    leaves.forEach(
        (address, keys) -> {
          boolean machine = judge.machines().at(address).isPresent();
          if (all.isPresent() && machine) {
            SortedMap<String, Guard.Decision> same = new TreeMap<>();
            keys.forEach(key -> same.put(key, all.get()));
            decisions.put(address, same);
          } else {
            decisions.put(
                address,
                guard.decide(
                    address,
                    joins.getOrDefault(address, new TreeSet<>()),
                    keys,
                    holdAll.contains(address)));
          }
        });
  }

  private List<Work> works() {
    List<Work> works = new ArrayList<>();
    for (PoolDraft draft : drafts) {
      if (!draft.differs()) {
        continue;
      }
      String key = draft.owned().key();
      SortedMap<Address, Mapping.Node> accepted = additions.get(key).accepted();
      SortedSet<Address> removals = new TreeSet<>();
      for (Address address : draft.removals()) {
        if (!decisions.get(address).get(key).held()) {
          removals.add(address);
        }
      }
      SortedMap<Address, String> names =
          accepted.isEmpty()
              ? new TreeMap<>()
              : EntryNames.of(draft.actual().orElseThrow(), accepted);
      Work work =
          new Work(draft, names, removals, rules.isSnatPool(draft.actual().orElseThrow().id()));
      if (!work.isEmpty()) {
        works.add(work);
      }
    }
    works.sort(WriteOrder.PREFERENCE);
    return works;
  }

  /** Addresses with removals that some write of this order would leave weaker than before. */
  private static Set<Address> weakenedOnTheWay(List<WriteOrder.Put> puts, List<Mover> movers) {
    Set<Address> weakened = new TreeSet<>();
    for (Mover mover : movers) {
      if (mover.steps().stream().allMatch(Mover.Step::joins)) {
        continue;
      }
      BitSet state = mover.before();
      for (WriteOrder.Put put : puts) {
        WriteOrder.move(mover, put, state);
        if (!mover.isSafe(state)) {
          weakened.add(mover.address());
        }
      }
    }
    return weakened;
  }
}
