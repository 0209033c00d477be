package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one run has learned and done so far; ledger and report are made of it. */
final class RunFacts {

  /** Parts of a run whose time is reported. */
  enum Stage {
    LEASE,
    READ,
    PLAN,
    WRITE
  }

  /**
   * A pool that could not be written.
   *
   * @param code Azure's, or a word of our own
   * @param maybe the write, where it is not known whether it was applied
   */
  record Failure(Outcome outcome, String code, String detail, Optional<PoolWrite> maybe) {
    Failure {
      // a connection that was cut has no code of Azure's
      code = code.isBlank() ? outcome.name() : code;
    }
  }

  /** Addresses that went into and out of a pool, confirmed. */
  record Changed(Set<Address> added, Set<Address> removed) {}

  final String reconcileId;
  final Request request;
  final boolean deliveredAgain;
  final Instant startedAt;

  final Set<Warning> warnings = new LinkedHashSet<>();
  final List<String> notes = new ArrayList<>();
  final Set<String> correlationIds = new LinkedHashSet<>();
  final SortedMap<String, Failure> failures = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final SortedMap<String, Changed> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final SortedMap<String, List<Plan.Held>> waits = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final SortedMap<String, List<Plan.Refused>> refused =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final OpenRemovals removals = new OpenRemovals();
  private final Map<Stage, Duration> spent = new EnumMap<>(Stage.class);

  Optional<Ledger> ledger = Optional.empty();
  Optional<Mapping> mapping = Optional.empty();
  Optional<Ledger.MappingSeen> mappingSeen = Optional.empty();
  Optional<Mode> mode = Optional.empty();
  Optional<String> controlsEtag = Optional.empty();
  Optional<String> loadBalancerEtag = Optional.empty();
  Optional<Plan> plan = Optional.empty();
  Optional<Instant> notBefore = Optional.empty();
  Optional<Instant> pausedUntil = Optional.empty();
  List<Ledger.Rejected> rejected = List.of();
  List<Instant> restores = new ArrayList<>();

  /** As the run leaves them, once that is decided. */
  Optional<List<Ledger.Hold>> holds = Optional.empty();

  /** Held members that were put back after another writer had taken them out. */
  int restored;

  /** The newest that is known of the ledger, read or written, for the report. */
  Ledger left = Ledger.EMPTY;

  /** Since this message was put into the queue, until the run began. */
  Duration queueAge = Duration.ZERO;

  /** The ledger belongs to another cluster and is left as it is. */
  boolean foreign;

  /** A removal waits for a claim, its own or that of another run: it is asked for again soon. */
  boolean delayed;

  boolean possiblyWrote;
  int writes;
  int rounds;

  RunFacts(String reconcileId, Request request, boolean deliveredAgain, Instant startedAt) {
    this.reconcileId = reconcileId;
    this.request = request;
    this.deliveredAgain = deliveredAgain;
    this.startedAt = startedAt;
  }

  /** Whether an earlier run may stand for a copy that this run makes. */
  boolean copyIsCoverable() {
    return request.coverable() && !deliveredAgain && !possiblyWrote;
  }

  /** Since the first message of this request was put into the queue, until the run began. */
  Duration eventLag() {
    return request.causedAt().map(at -> age(at, startedAt)).orElse(Duration.ZERO);
  }

  /** Clocks differ: never negative. */
  static Duration age(Instant from, Instant to) {
    return from.isAfter(to) ? Duration.ZERO : Duration.between(from, to);
  }

  String traceId() {
    return request.trace().map(TraceContext::traceId).orElse("");
  }

  String seen() {
    return Seen.of(
        mappingSeen.map(Ledger.MappingSeen::slice), controlsEtag, mode, loadBalancerEtag);
  }

  void spent(Stage stage, Duration duration) {
    spent.merge(stage, duration, Duration::plus);
  }

  long spentMillis(Stage stage) {
    return spent.getOrDefault(stage, Duration.ZERO).toMillis();
  }

  /**
   * A new plan replaces what an older one left open; what was done and refused stays. A write whose
   * answer did not come was applied, if its pool now needs no write.
   */
  void planned(Plan newPlan) {
    plan = Optional.of(newPlan);
    waits.clear();
    delayed = false;
    for (Map.Entry<String, Failure> failed : List.copyOf(failures.entrySet())) {
      boolean open =
          newPlan.writes().stream().anyMatch(w -> w.pool().equalsIgnoreCase(failed.getKey()));
      Optional<PoolWrite> maybe = failed.getValue().maybe();
      if (!open && maybe.isPresent()) {
        confirmed(maybe.get());
        failures.remove(failed.getKey());
      }
    }
  }

  void confirmed(PoolWrite write) {
    writes++;
    removals.putBack(write);
    Changed pool =
        changed.computeIfAbsent(
            write.pool(), p -> new Changed(new LinkedHashSet<>(), new LinkedHashSet<>()));
    for (Address address : write.additions().keySet()) {
      if (!pool.removed().remove(address)) {
        pool.added().add(address);
      }
    }
    for (Address address : write.removals()) {
      if (!pool.added().remove(address)) {
        pool.removed().add(address);
      }
    }
  }

  int added() {
    return changed.values().stream().mapToInt(c -> c.added().size()).sum();
  }

  int removed() {
    return changed.values().stream().mapToInt(c -> c.removed().size()).sum();
  }

  int held() {
    int waiting = waits.values().stream().mapToInt(List::size).sum();
    return plan.map(Plan::heldCount).orElse(0) + waiting;
  }

  /** Removals that are wanted and were not made, of the last plan and of its writes. */
  List<Plan.Held> held(Plan.PoolPlan pool) {
    List<Plan.Held> held = new ArrayList<>(pool.held());
    held.addAll(waits.getOrDefault(pool.pool(), List.of()));
    return held;
  }

  /** Additions that are wanted and were not made, of the last plan and of its writes. */
  List<Plan.Refused> refused(Plan.PoolPlan pool) {
    List<Plan.Refused> all = new ArrayList<>(pool.refused());
    for (Plan.Refused late : refused.getOrDefault(pool.pool(), List.of())) {
      if (all.stream().noneMatch(r -> r.address().equals(late.address()))) {
        all.add(late);
      }
    }
    return all;
  }
}
