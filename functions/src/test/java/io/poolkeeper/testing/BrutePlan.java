package io.poolkeeper.testing;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What holds and how many writes a plan should have, found by trying everything: for small worlds
 * only. Strengths come from {@link BruteJudge}.
 */
public final class BrutePlan {
  private final PlanInput input;
  private final Inventory before;
  private final List<Protocol> protocols;

  public BrutePlan(PlanInput input, Inventory before) {
    this.input = input;
    this.before = before;
    this.protocols = List.copyOf(input.settings().protocols());
  }

  private BruteJudge judge(Inventory inventory) {
    return new BruteJudge(
        input.mapping(), inventory, input.actual().id(), input.settings().assumeDefaultOutbound());
  }

  /** Strengths of one address in every state of its changes. */
  private final class One {
    private final Address address;
    private final List<String> joins;
    private final List<String> leaves;
    private final Map<Set<String>, List<Strength[]>> strengths = new HashMap<>();

    One(Address address, List<String> joins, List<String> leaves) {
      this.address = address;
      this.joins = joins;
      this.leaves = leaves;
      List<String> all = new ArrayList<>(joins);
      all.addAll(leaves);
      Map<Set<String>, BruteJudge> worlds = new HashMap<>();
      for (int mask = 0; mask < 1 << all.size(); mask++) {
        Set<String> done = new TreeSet<>();
        for (int i = 0; i < all.size(); i++) {
          if ((mask >> i & 1) == 1) {
            done.add(all.get(i));
          }
        }
        worlds.put(done, judge(after(done)));
      }
      List<Map<String, Integer>> answers =
          BruteJudge.answers(List.copyOf(worlds.values()), address, protocols);
      worlds.forEach(
          (done, judge) ->
              strengths.put(done, BruteJudge.under(answers, judge, address, protocols)));
    }

    private Inventory after(Set<String> done) {
      FakeArm arm = new FakeArm(before);
      for (String pool : done) {
        SortedMap<Address, String> add = new TreeMap<>();
        TreeSet<Address> remove = new TreeSet<>();
        if (joins.contains(pool)) {
          add.put(address, "x");
        } else {
          remove.add(address);
        }
        arm.put(
            input.actual().id(),
            new PoolWrite(pool, add, remove),
            input.mapping().virtualNetwork());
      }
      return arm.inventory();
    }

    List<Strength[]> with(Set<String> done) {
      return strengths.get(done);
    }

    List<Strength[]> floor() {
      return BruteStrengths.weaker(with(Set.of()), with(new TreeSet<>(joins)));
    }

    /** All done but the held ones. */
    List<Strength[]> holding(Set<String> held) {
      Set<String> done = new TreeSet<>(joins);
      leaves.stream().filter(pool -> !held.contains(pool)).forEach(done::add);
      return with(done);
    }

    boolean hasOrder(Set<String> held) {
      Set<String> open = new TreeSet<>(leaves);
      open.removeAll(held);
      return canFinish(new TreeSet<>(joins), open);
    }

    private boolean canFinish(Set<String> done, Set<String> open) {
      if (open.isEmpty()) {
        return true;
      }
      for (String pool : open) {
        Set<String> next = new TreeSet<>(done);
        next.add(pool);
        Set<String> left = new TreeSet<>(open);
        left.remove(pool);
        if (BruteStrengths.atLeast(with(next), floor()) && canFinish(next, left)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * @param joins names of pools as ARM spells them
   * @param leaves likewise
   * @return the pools where the removal is to be held, with the reason
   */
  public SortedMap<String, HoldReason> holds(
      Address address, List<String> joins, List<String> leaves) {
    One one = new One(address, joins, leaves);
    List<String> ordered =
        leaves.stream()
            .sorted(
                Comparator.comparing((String pool) -> !namedByOutboundRule(pool))
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    for (int size = 0; size <= ordered.size(); size++) {
      Optional<Set<String>> found = smallest(one, ordered, 0, size, new LinkedHashSet<>());
      if (found.isPresent()) {
        return reasons(one, found.get());
      }
    }
    throw new IllegalStateException("holding everything changes nothing");
  }

  /**
   * The rule of releasing holds, read once more: a held removal may be made if, for each protocol,
   * the strength after it is at least the stored one, or the strength with the membership was NONE
   * now and at least 10 minutes ago. A strength that was stored in doubt sinks first to the highest
   * one that was seen without doubt, now or before, if nothing was in doubt for 10 minutes.
   *
   * @param held the pools where the removal is held in the plan
   * @param remembered the ledger's holds of the address by pool
   * @return one line for each removal that is made and may not be, or held and need not be
   */
  public List<String> brokenReleases(
      Address address,
      List<String> joins,
      List<String> leaves,
      Set<String> held,
      Map<String, Ledger.Hold> remembered) {
    One one = new One(address, joins, leaves);
    List<String> problems = new ArrayList<>();
    if (!mayBe(one, leaves, held, remembered)) {
      problems.add(address + " may not leave all but " + held);
    }
    for (String pool : held) {
      Set<String> fewer = new TreeSet<>(held);
      fewer.remove(pool);
      if (mayBe(one, leaves, fewer, remembered)) {
        problems.add(address + " is held in " + pool + " for longer than it must");
      }
    }
    return problems;
  }

  private boolean mayBe(
      One one, List<String> leaves, Set<String> held, Map<String, Ledger.Hold> remembered) {
    boolean fine = BruteStrengths.atLeast(one.holding(held), one.floor()) && one.hasOrder(held);
    for (String pool : leaves) {
      if (!held.contains(pool) && remembered.containsKey(pool)) {
        fine &= isReleased(one, held, remembered.get(pool));
      }
    }
    return fine;
  }

  private boolean isReleased(One one, Set<String> held, Ledger.Hold hold) {
    for (int p = 0; p < protocols.size(); p++) {
      int protocol = p;
      Strength stored = stored(one, hold, protocol);
      boolean enough =
          one.holding(held).stream().noneMatch(after -> after[protocol].weakerThan(stored));
      boolean none = one.with(Set.of()).stream().allMatch(with -> with[protocol] == Strength.NONE);
      boolean twice =
          hold.noneSince()
              .filter(since -> Duration.between(since, input.now()).toMinutes() >= 10)
              .isPresent();
      if (!enough && !(none && twice)) {
        return false;
      }
    }
    return true;
  }

  private Strength stored(One one, Ledger.Hold hold, int protocol) {
    Protocol of = protocols.get(protocol);
    Strength stored = hold.strength().getOrDefault(of, Strength.NONE);
    List<Strength[]> with = one.with(Set.of());
    boolean clear = with.stream().allMatch(answer -> Arrays.equals(answer, with.get(0)));
    boolean longAgo =
        hold.inDoubt()
            .clearSince()
            .filter(since -> Duration.between(since, input.now()).toMinutes() >= 10)
            .isPresent();
    Strength seen = hold.inDoubt().seen().get(of);
    if (seen == null || !clear || !longAgo) {
      return stored;
    }
    Strength highest = seen.orBetter(with.get(0)[protocol]);
    return highest.weakerThan(stored) ? highest : stored;
  }

  private Optional<Set<String>> smallest(
      One one, List<String> ordered, int from, int size, Set<String> held) {
    if (size == 0) {
      boolean fine = BruteStrengths.atLeast(one.holding(held), one.floor()) && one.hasOrder(held);
      return fine ? Optional.of(Set.copyOf(held)) : Optional.empty();
    }
    for (int i = from; i < ordered.size(); i++) {
      Set<String> longer = new LinkedHashSet<>(held);
      longer.add(ordered.get(i));
      Optional<Set<String>> found = smallest(one, ordered, i + 1, size - 1, longer);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private SortedMap<String, HoldReason> reasons(One one, Set<String> held) {
    SortedMap<String, HoldReason> reasons = new TreeMap<>();
    for (String pool : held) {
      Set<String> others = new TreeSet<>(held);
      others.remove(pool);
      List<Strength[]> without = one.holding(others);
      boolean safeUnderSome = false;
      for (int answer = 0; answer < without.size(); answer++) {
        safeUnderSome |= BruteStrengths.atLeast(without.get(answer), one.floor().get(answer));
      }
      reasons.put(pool, safeUnderSome ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS);
    }
    return reasons;
  }

  private boolean namedByOutboundRule(String pool) {
    return input.actual().outboundRules().stream()
        .anyMatch(r -> r.pool().filter(id -> id.name().equalsIgnoreCase(pool)).isPresent());
  }

  /** What a plan changes in one pool. */
  public record Change(String pool, Set<Address> adds, Set<Address> removes) {}

  /**
   * The fewest PUTs, each whole or the additions or the removals of one pool, after each of which
   * no machine is weaker; empty: there is no such way.
   */
  public OptionalInt fewestWrites(List<Change> changes) {
    Map<Address, One> ones = new TreeMap<>();
    Set<Address> touched = new TreeSet<>();
    changes.forEach(c -> touched.addAll(c.adds()));
    changes.forEach(c -> touched.addAll(c.removes()));
    for (Address address : touched) {
      ones.put(
          address,
          new One(
              address,
              changes.stream().filter(c -> c.adds().contains(address)).map(Change::pool).toList(),
              changes.stream()
                  .filter(c -> c.removes().contains(address))
                  .map(Change::pool)
                  .toList()));
    }
    int goal = 0;
    for (int i = 0; i < changes.size(); i++) {
      goal |= halves(changes.get(i), i);
    }
    Map<Integer, Integer> steps = new HashMap<>(Map.of(0, 0));
    Deque<Integer> queue = new ArrayDeque<>(List.of(0));
    while (!queue.isEmpty()) {
      int state = queue.remove();
      if (state == goal) {
        return OptionalInt.of(steps.get(state));
      }
      for (int i = 0; i < changes.size(); i++) {
        int open = halves(changes.get(i), i) & ~state;
        for (int move : new int[] {open, open & (1 << (2 * i)), open & (2 << (2 * i))}) {
          int next = state | move;
          if (!steps.containsKey(next) && isSafe(changes, ones, next)) {
            steps.put(next, steps.get(state) + 1);
            queue.add(next);
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  private static int halves(Change change, int i) {
    return (change.adds().isEmpty() ? 0 : 1 << (2 * i))
        | (change.removes().isEmpty() ? 0 : 2 << (2 * i));
  }

  private static boolean isSafe(List<Change> changes, Map<Address, One> ones, int state) {
    for (One one : ones.values()) {
      Set<String> done = new TreeSet<>();
      Set<String> all = new TreeSet<>();
      for (int i = 0; i < changes.size(); i++) {
        Change change = changes.get(i);
        boolean joins = change.adds().contains(one.address);
        boolean leaves = change.removes().contains(one.address);
        if (joins || leaves) {
          all.add(change.pool());
          if ((state & (joins ? 1 : 2) << (2 * i)) != 0) {
            done.add(change.pool());
          }
        }
      }
      List<Strength[]> floor =
          one.leaves.isEmpty()
              ? BruteStrengths.weaker(one.with(Set.of()), one.with(all))
              : one.with(Set.of());
      if (!BruteStrengths.atLeast(one.with(done), floor)) {
        return false;
      }
    }
    return true;
  }
}
