package io.poolkeeper.devstack.arm;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges every write against the moment before it, and against a marked moment. Callers hold the
 * simulator's lock.
 */
final class Court {
  private static final int MOST_KEPT = 100;

  private final ResourceStore store;
  private final Operations operations;
  private final WriteLog log;
  private final EgressJudge judge;
  private final World.Facts facts = new World.Facts();
  private final List<Stranding> belowBaseline = new ArrayList<>();
  private final List<Stranding> unexpected = new ArrayList<>();
  private World baseline;

  Court(ResourceStore store, Operations operations, WriteLog log, EgressJudge judge) {
    this.store = store;
    this.operations = operations;
    this.log = log;
    this.judge = judge;
  }

  World world(Options options) {
    return new World(
        store.versions(), operations.pendingAdditions(), options.knownAddresses, facts);
  }

  /** Pool writes leave strandings; any write is compared with the baseline. */
  void judge(World before, WriteRecord write, Options options) {
    World after = world(options);
    if (!write.poolName().isEmpty()) {
      List<Stranding> found =
          withCause(judge.weaker(before, after, write.loadBalancer(), write.seq()), write);
      log.strandings(found);
      if (options.failOnStranding) {
        found.stream()
            .filter(s -> s.machine() && s.cause().equals("REMOVAL"))
            .limit(MOST_KEPT - unexpected.size())
            .forEach(unexpected::add);
      }
    }
    if (baseline != null) {
      belowBaseline.addAll(
          withCause(judge.weaker(baseline, after, write.loadBalancer(), write.seq()), write));
    }
  }

  void mark(Options options) {
    baseline = world(options);
    belowBaseline.clear();
  }

  List<Stranding> belowBaseline() {
    return List.copyOf(belowBaseline);
  }

  /** Removals that made a machine weaker where nobody expected it; no clearing forgets them. */
  List<Stranding> unexpected() {
    return List.copyOf(unexpected);
  }

  /** Machines weaker than at the mark right now. */
  List<Stranding> weakerNow(Options options) {
    return baseline == null ? List.of() : judge.weaker(baseline, world(options), "", 0);
  }

  Strength strength(String address, String network, String protocol, Options options) {
    return judge.strength(world(options), address, network, protocol);
  }

  private static List<Stranding> withCause(List<Stranding> found, WriteRecord write) {
    List<Stranding> named = new ArrayList<>();
    for (Stranding s : found) {
      String cause =
          write.removed().contains(s.address())
              ? "REMOVAL"
              : write.added().contains(s.address()) ? "ADDITION" : "OTHER";
      named.add(
          new Stranding(
              s.writeSeq(),
              s.address(),
              s.network(),
              s.configuration(),
              s.machine(),
              s.protocol(),
              s.before(),
              s.after(),
              cause));
    }
    return named;
  }
}
