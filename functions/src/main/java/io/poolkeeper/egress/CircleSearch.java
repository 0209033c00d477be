package io.poolkeeper.egress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fewest PUTs through one circle of pools, by breadth-first search over which halves
 * (additions, removals) of which pools are written: at most 4^8 states. Of several shortest ways
 * the one whose writes come first in the order of preference, whole pools before halves, additions
 * before removals.
 */
final class CircleSearch {
  private final List<Work> works;
  private final List<Integer> circle;
  private final List<Constraint> constraints;

  /**
   * Which combinations of some of the circle's halves are safe for some address.
   *
   * @param halves bits of the search's state, one for each step of the address within the circle
   * @param safe by the combination of those bits
   */
  private record Constraint(int[] halves, BitSet safe) {
    boolean allows(int state) {
      int combination = 0;
      for (int i = 0; i < halves.length; i++) {
        combination |= (state & halves[i]) != 0 ? 1 << i : 0;
      }
      return safe.get(combination);
    }
  }

  /**
   * @param states of the addresses when the circle begins; not changed
   */
  CircleSearch(
      List<Work> works, List<Integer> circle, List<Mover> movers, Map<Mover, BitSet> states) {
    this.works = works;
    this.circle = circle;
    Map<String, Constraint> distinct = new LinkedHashMap<>();
    for (Mover mover : movers) {
      Constraint constraint = constraint(mover, states.get(mover));
      distinct.putIfAbsent(Arrays.toString(constraint.halves()) + constraint.safe(), constraint);
    }
    this.constraints = List.copyOf(distinct.values());
  }

  /** Bit of the additions of the pool at a place in the circle; the next bit is its removals. */
  private static int additions(int place) {
    return 1 << (2 * place);
  }

  private static int removals(int place) {
    return 2 << (2 * place);
  }

  private Constraint constraint(Mover mover, BitSet state) {
    List<Mover.Step> steps =
        mover.steps().stream().filter(step -> circle.contains(step.work())).toList();
    int[] halves = new int[steps.size()];
    for (int i = 0; i < halves.length; i++) {
      int place = circle.indexOf(steps.get(i).work());
      halves[i] = steps.get(i).joins() ? additions(place) : removals(place);
    }
    BitSet safe = new BitSet();
    for (int combination = 0; combination < 1 << halves.length; combination++) {
      BitSet in = (BitSet) state.clone();
      for (int i = 0; i < halves.length; i++) {
        if ((combination & 1 << i) != 0) {
          in.set(steps.get(i).pool(), steps.get(i).joins());
        }
      }
      safe.set(combination, mover.isSafe(in));
    }
    return new Constraint(halves, safe);
  }

  /** Empty: there is no safe way through, whatever is taken apart. */
  List<WriteOrder.Put> shortest() {
    int goal = 0;
    for (int place = 0; place < circle.size(); place++) {
      goal |= halves(place);
    }
    Map<Integer, Integer> cameFrom = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>();
    cameFrom.put(0, 0);
    queue.add(0);
    while (!queue.isEmpty() && !cameFrom.containsKey(goal)) {
      int state = queue.remove();
      for (int move : moves(state)) {
        int next = state | move;
        if (!cameFrom.containsKey(next) && isSafe(next)) {
          cameFrom.put(next, state);
          queue.add(next);
        }
      }
    }
    return cameFrom.containsKey(goal) ? path(cameFrom, goal) : List.of();
  }

  private int halves(int place) {
    Work work = works.get(circle.get(place));
    return (work.additions().isEmpty() ? 0 : additions(place))
        | (work.removals().isEmpty() ? 0 : removals(place));
  }

  private List<Integer> moves(int state) {
    List<Integer> whole = new ArrayList<>();
    List<Integer> parts = new ArrayList<>();
    for (int place = 0; place < circle.size(); place++) {
      int open = halves(place) & ~state;
      if (open != 0) {
        whole.add(open);
        if (Integer.bitCount(open) == 2) {
          parts.add(additions(place));
          parts.add(removals(place));
        }
      }
    }
    whole.addAll(parts);
    return whole;
  }

  private boolean isSafe(int state) {
    for (Constraint constraint : constraints) {
      if (!constraint.allows(state)) {
        return false;
      }
    }
    return true;
  }

  private List<WriteOrder.Put> path(Map<Integer, Integer> cameFrom, int goal) {
    List<WriteOrder.Put> puts = new ArrayList<>();
    for (int state = goal; state != 0; state = cameFrom.get(state)) {
      int move = state & ~cameFrom.get(state);
      int place = Integer.numberOfTrailingZeros(move) / 2;
      int position = circle.get(place);
      puts.add(
          new WriteOrder.Put(
              works.get(position),
              position,
              (move & additions(place)) != 0,
              (move & removals(place)) != 0));
    }
    Collections.reverse(puts);
    return puts;
  }
}
