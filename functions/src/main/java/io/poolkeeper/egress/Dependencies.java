package io.poolkeeper.egress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Which writes should come before which; found circles are strongly connected components. */
final class Dependencies {
  private final List<BitSet> before = new ArrayList<>();

  Dependencies(int size) {
    for (int i = 0; i < size; i++) {
      before.add(new BitSet(size));
    }
  }

  void add(int first, int second) {
    before.get(first).set(second);
  }

  /**
   * Tarjan's algorithm, without recursion.
   *
   * @return the component number of each node; nodes in a circle share one
   */
  int[] components() {
    int size = before.size();
    int[] component = new int[size];
    int[] order = new int[size];
    int[] low = new int[size];
    java.util.Arrays.fill(component, -1);
    Deque<Integer> open = new ArrayDeque<>();
    int[] counters = {0, 0};
    for (int root = 0; root < size; root++) {
      if (order[root] == 0) {
        visit(root, component, order, low, open, counters);
      }
    }
    return component;
  }

  private void visit(
      int root, int[] component, int[] order, int[] low, Deque<Integer> open, int[] counters) {
    Deque<int[]> path = new ArrayDeque<>();
    enter(root, order, low, open, path, counters);
    while (!path.isEmpty()) {
      int[] frame = path.peek();
      int node = frame[0];
      int next = before.get(node).nextSetBit(frame[1]);
      if (next >= 0) {
        frame[1] = next + 1;
        if (order[next] == 0) {
          enter(next, order, low, open, path, counters);
        } else if (component[next] < 0) {
          low[node] = Math.min(low[node], order[next]);
        }
        continue;
      }
      path.pop();
      if (!path.isEmpty()) {
        low[path.peek()[0]] = Math.min(low[path.peek()[0]], low[node]);
      }
      if (low[node] == order[node]) {
        close(node, component, open, counters[1]++);
      }
    }
  }

  private static void enter(
      int node, int[] order, int[] low, Deque<Integer> open, Deque<int[]> path, int[] counters) {
    order[node] = ++counters[0];
    low[node] = order[node];
    open.push(node);
    path.push(new int[] {node, 0});
  }

  private static void close(int node, int[] component, Deque<Integer> open, int number) {
    int member;
    do {
      member = open.pop();
      component[member] = number;
    } while (member != node);
  }

  /**
   * The circles (a node in none is one of its own) in an order that keeps all dependencies between
   * them; of those that could be next, the one whose first node comes first. Nodes are numbered in
   * the order of preference.
   */
  List<List<Integer>> inOrder() {
    int[] component = components();
    int count = java.util.Arrays.stream(component).max().orElse(-1) + 1;
    List<List<Integer>> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new ArrayList<>());
    }
    for (int node = 0; node < component.length; node++) {
      members.get(component[node]).add(node);
    }
    int[] waitsFor = new int[count];
    List<BitSet> following = following(component, count, waitsFor);
    java.util.PriorityQueue<Integer> ready =
        new java.util.PriorityQueue<>(
            java.util.Comparator.comparing((Integer c) -> members.get(c).get(0)));
    for (int c = 0; c < count; c++) {
      if (waitsFor[c] == 0) {
        ready.add(c);
      }
    }
    List<List<Integer>> ordered = new ArrayList<>();
    while (!ready.isEmpty()) {
      int c = ready.remove();
      ordered.add(Collections.unmodifiableList(members.get(c)));
      following.get(c).stream().filter(next -> --waitsFor[next] == 0).forEach(ready::add);
    }
    return ordered;
  }

  private List<BitSet> following(int[] component, int count, int[] waitsFor) {
    List<BitSet> following = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      following.add(new BitSet(count));
    }
    for (int node = 0; node < component.length; node++) {
      BitSet of = following.get(component[node]);
      before.get(node).stream().forEach(next -> of.set(component[next]));
    }
    for (int c = 0; c < count; c++) {
      following.get(c).clear(c);
      following.get(c).stream().forEach(next -> waitsFor[next]++);
    }
    return following;
  }
}
