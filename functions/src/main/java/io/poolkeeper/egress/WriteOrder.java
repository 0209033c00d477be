package io.poolkeeper.egress;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a plan's writes: after every single one no machine is weaker than before the plan. A
 * PUT carries all changes of its pool unless the order needs them apart. The general problem of the
 * fewest PUTs is NP-hard: circles of up to {@value #EXACT} pools are searched exactly, in larger
 * ones additions and removals go apart.
 */
final class WriteOrder {
  static final int EXACT = 8;

  private final List<Work> works;
  private final List<Mover> movers;
  private final Map<Mover, BitSet> states = new IdentityHashMap<>();

  /** One PUT: the additions of a work, its removals, or both. */
  record Put(Work work, int position, boolean adds, boolean removes) {}

  /**
   * @param works in the order of {@link #PREFERENCE}
   * @param movers addresses for which the order matters
   */
  private WriteOrder(List<Work> works, List<Mover> movers) {
    this.works = works;
    this.movers = movers;
    movers.forEach(mover -> states.put(mover, mover.before()));
  }

  /** By phase, then by lower-case name: the order where nothing else decides. */
  static final Comparator<Work> PREFERENCE =
      Comparator.comparingInt(Work::phase).thenComparing(Work::key);

  static List<Put> of(List<Work> works, List<Mover> movers) {
    return new WriteOrder(works, movers).puts();
  }

  private List<Put> puts() {
    Dependencies dependencies = new Dependencies(works.size());
    movers.forEach(mover -> mover.dependencies(dependencies));
    List<List<Integer>> circles = dependencies.inOrder();
    Map<Integer, List<Mover>> byWork = new java.util.HashMap<>();
    for (Mover mover : movers) {
      mover
          .steps()
          .forEach(step -> byWork.computeIfAbsent(step.work(), k -> new ArrayList<>()).add(mover));
    }
    List<Put> puts = new ArrayList<>();
    for (List<Integer> circle : circles) {
      List<Put> next = circle.size() == 1 ? List.of(whole(circle.get(0))) : circle(circle, byWork);
      next.forEach(put -> apply(put, byWork));
      puts.addAll(next);
    }
    return puts;
  }

  private List<Put> circle(List<Integer> circle, Map<Integer, List<Mover>> byWork) {
    List<Mover> touched =
        circle.stream()
            .flatMap(work -> byWork.getOrDefault(work, List.of()).stream())
            .distinct()
            .toList();
    if (circle.size() <= EXACT) {
      List<Put> found = new CircleSearch(works, circle, touched, states).shortest();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return apart(circle);
  }

  /** In three phases: additions with SNAT, pools without SNAT, removals with SNAT. */
  private List<Put> apart(List<Integer> circle) {
    List<Put> puts = new ArrayList<>();
    for (int i : circle) {
      Work work = works.get(i);
      if (work.snat() && !work.additions().isEmpty()) {
        puts.add(new Put(work, i, true, false));
      }
    }
    circle.stream().filter(i -> !works.get(i).snat()).forEach(i -> puts.add(whole(i)));
    circle.stream()
        .filter(i -> works.get(i).snat() && !works.get(i).removals().isEmpty())
        .sorted(Comparator.comparingInt(this::protocols))
        .forEach(i -> puts.add(new Put(works.get(i), i, false, true)));
    return puts;
  }

  /** Where default outbound access follows, the pool that gives the most protocols is left last. */
  private int protocols(int work) {
    int most = 0;
    for (Mover mover : movers) {
      for (Mover.Step step : mover.steps()) {
        if (step.work() == work) {
          most = Math.max(most, mover.protocolsOf(step));
        }
      }
    }
    return most;
  }

  private Put whole(int position) {
    Work work = works.get(position);
    return new Put(work, position, !work.additions().isEmpty(), !work.removals().isEmpty());
  }

  private void apply(Put put, Map<Integer, List<Mover>> byWork) {
    for (Mover mover : byWork.getOrDefault(put.position(), List.of())) {
      move(mover, put, states.get(mover));
    }
  }

  /** What a PUT does to a mover's state. */
  static void move(Mover mover, Put put, BitSet state) {
    for (Mover.Step step : mover.steps()) {
      if (step.work() == put.position() && (step.joins() ? put.adds() : put.removes())) {
        state.set(step.pool(), step.joins());
      }
    }
  }
}
