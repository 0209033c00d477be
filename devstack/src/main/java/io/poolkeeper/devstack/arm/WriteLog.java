package io.poolkeeper.devstack.arm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Accepted writes in order, and what each weakened. Callers hold the simulator's lock. */
final class WriteLog {
  private final List<WriteRecord> writes = new ArrayList<>();
  private final List<Stranding> strandings = new ArrayList<>();
  private long seq;

  long nextSeq() {
    return ++seq;
  }

  void add(WriteRecord write) {
    writes.add(write);
  }

  void strandings(List<Stranding> found) {
    strandings.addAll(found);
  }

  /** The record after its end, or null when it was cleared away meanwhile. */
  WriteRecord end(long writeSeq, Instant when, String outcome) {
    for (int i = writes.size() - 1; i >= 0; i--) {
      if (writes.get(i).seq() == writeSeq) {
        writes.set(i, writes.get(i).ended(when, outcome));
        return writes.get(i);
      }
    }
    return null;
  }

  List<WriteRecord> writes() {
    return List.copyOf(writes);
  }

  List<Stranding> strandings() {
    return List.copyOf(strandings);
  }

  /**
   * Pairs of writes to one load balancer whose times from accepted to ended overlap, as "seq,seq".
   */
  List<String> overlaps() {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      for (int j = i + 1; j < writes.size(); j++) {
        WriteRecord first = writes.get(i);
        WriteRecord second = writes.get(j);
        if (first.loadBalancer().equals(second.loadBalancer()) && overlap(first, second)) {
          found.add(first.seq() + "," + second.seq());
        }
      }
    }
    return found;
  }

  /**
   * A write that was cancelled was running when the one that cancelled it came, at the very moment
   * of its end.
   */
  private static boolean overlap(WriteRecord first, WriteRecord second) {
    return first.finishedAt() == null
        || second.startedAt().isBefore(first.finishedAt())
        || first.outcome().equals("Canceled") && second.startedAt().equals(first.finishedAt());
  }

  void clear() {
    writes.clear();
    strandings.clear();
  }
}
