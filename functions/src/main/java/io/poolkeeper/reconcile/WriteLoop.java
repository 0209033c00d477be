package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/** Makes the writes of a plan, one after the other, each judged again right before it is made. */
final class WriteLoop {
  private static final int MAX_MEMBERS_REFUSED = 5;

  /** What the run does after a plan's writes. */
  enum Kind {
    /** All were made, or left out for a recorded reason. */
    DONE,
    /** Read everything again and plan anew. */
    AGAIN,
    /** No further write in this run. */
    STOP
  }

  /**
   * @param verdict with STOP
   * @param counts with AGAIN: whether it uses up one of the rounds
   * @param unlessLike with AGAIN after a 412 that our own writes may have caused: it does not count
   *     if the load balancer still has these members
   * @param retryAfter with AGAIN: what Azure asked for
   * @param why with AGAIN: one line
   */
  record Result(
      Kind kind,
      Optional<Verdict> verdict,
      boolean counts,
      Optional<LoadBalancer> unlessLike,
      Optional<Duration> retryAfter,
      String why) {

    static Result done() {
      return new Result(Kind.DONE, Optional.empty(), false, Optional.empty(), Optional.empty(), "");
    }

    static Result stop(Verdict verdict) {
      return new Result(
          Kind.STOP, Optional.of(verdict), false, Optional.empty(), Optional.empty(), "");
    }

    static Result again(boolean counts, String why) {
      return new Result(
          Kind.AGAIN, Optional.empty(), counts, Optional.empty(), Optional.empty(), why);
    }
  }

  /** What follows one PUT: the next pool, the same pool with less, or the end of the loop. */
  private record Step(Optional<PoolWrite> retry, Optional<Result> end) {
    static Step next() {
      return new Step(Optional.empty(), Optional.empty());
    }

    static Step retry(PoolWrite write) {
      return new Step(Optional.of(write), Optional.empty());
    }

    static Step end(Result result) {
      return new Step(Optional.empty(), Optional.of(result));
    }
  }

  /** State of one plan's writes. */
  private static final class Round {
    final Planned planned;
    final EtagChain etags;
    final List<SecondLook.Removal> removals = new ArrayList<>();
    LoadBalancer confirmed;
    int confirmedWrites;
    boolean restoresCounted;

    Round(Planned planned) {
      this.planned = planned;
      this.confirmed = planned.actual();
      this.etags = new EtagChain(planned.actual());
    }
  }

  private final Ports ports;
  private final RunFacts facts;
  private final WriteGate gate;
  private final Rejections rejections;
  private final Function<Planned, Inventory> network;
  private final ClaimStep claims;
  private Round round;

  /**
   * @param network reads the network of a plan once more
   */
  WriteLoop(
      Ports ports,
      RunFacts facts,
      WriteGate gate,
      Rejections rejections,
      Function<Planned, Inventory> network) {
    this.ports = ports;
    this.facts = facts;
    this.gate = gate;
    this.rejections = rejections;
    this.network = network;
    this.claims = new ClaimStep(ports, facts, gate);
  }

  EtagChain etags() {
    return round.etags;
  }

  Result run(Planned planned) {
    round = new Round(planned);
    claims.begin();
    Result result = writes(planned.plan());
    facts.removals.ended(
        planned.plan(), round.removals.stream().map(SecondLook.Removal::write).toList());
    boolean looks =
        result.kind() == Kind.DONE
            ? !round.removals.isEmpty()
            : SecondLook.repairs(result, claims.leanedOn());
    if (looks) {
      result = secondLook(result);
    }
    claims.end();
    return result;
  }

  private Result writes(Plan plan) {
    for (PoolWrite write : plan.writes()) {
      Optional<Result> end = make(write);
      if (end.isPresent()) {
        return end.get();
      }
    }
    return Result.done();
  }

  private Optional<Result> make(PoolWrite planned) {
    if (facts.failures.containsKey(planned.pool())) {
      return Optional.empty();
    }
    Optional<PoolWrite> write = Optional.of(planned);
    while (write.isPresent()) {
      PoolWrite safe = withoutUnsafe(withoutRefused(write.get()));
      ClaimStep.Result claimed = claims.before(round.planned, round.confirmed, safe);
      PoolWrite allowed = claimed.write();
      if (isEmpty(allowed) && claimed.stop().isEmpty()) {
        return Optional.empty();
      }
      Optional<Verdict> closed =
          claimed.stop().or(() -> gate.closed(round.planned)).or(() -> countRestores(allowed));
      if (closed.isPresent()) {
        claims.notMade(allowed);
        return Optional.of(Result.stop(closed.get()));
      }
      Step step = put(allowed);
      if (step.end().isPresent()) {
        return step.end();
      }
      write = step.retry();
    }
    return Optional.empty();
  }

  /** Before the write, so that a crash after it cannot hide one; once for all of a plan. */
  private Optional<Verdict> countRestores(PoolWrite write) {
    if (round.restoresCounted || restored(write) == 0) {
      return Optional.empty();
    }
    round.restoresCounted = true;
    return gate.countRestore();
  }

  private int restored(PoolWrite write) {
    List<Address> restored =
        round.planned.plan().pool(write.pool()).map(Plan.PoolPlan::restored).orElse(List.of());
    return (int) write.additions().keySet().stream().filter(restored::contains).count();
  }

  private Step put(PoolWrite write) {
    Pool pool = round.confirmed.pool(write.pool()).orElseThrow();
    String ifMatch = round.etags.ifMatch(write.pool());
    if (ifMatch.isEmpty()) {
      claims.notMade(write);
      return Step.end(Result.again(true, "no etag is known for pool " + write.pool()));
    }
    facts.possiblyWrote = true;
    Mapping mapping = round.planned.input().mapping();
    Written written =
        TimedPut.put(ports, facts, gate, pool, write, mapping.virtualNetwork(), ifMatch);
    claims.answered(write, written.kind());
    if (!write.removals().isEmpty() && SecondLook.mayHaveBeenMade(written.kind())) {
      round.removals.add(new SecondLook.Removal(pool, write));
    }
    return step(pool, write, written);
  }

  /** The one place that says what each of Azure's answers means for the run. */
  private Step step(Pool pool, PoolWrite write, Written written) {
    return switch (written.kind()) {
      case CONFIRMED -> confirmed(write, written);
      case STALE -> Step.end(stale(write, written));
      case SUPERSEDED, BUSY, NOT_AS_SENT, POOL_NOT_FOUND -> Step.end(again(write, written));
      case UNKNOWN -> {
        fail(write, written, Outcome.FAILED);
        yield Step.end(Result.again(false, said(write, written)));
      }
      case RECREATED -> {
        facts.warnings.add(Warning.of(Warning.Word.POOL_RECREATED, "pool", write.pool()));
        fail(write, written, Outcome.PARTIAL);
        yield Step.end(Result.again(false, said(write, written)));
      }
      case THROTTLED -> Step.end(Result.stop(throttled(write, written)));
      case MEMBER_REJECTED -> withoutMember(write, written);
      case LIMIT_REACHED, REFUSED -> withoutAdditions(write, written);
      case FORBIDDEN -> {
        fail(write, written, Outcome.FORBIDDEN);
        yield Step.next();
      }
      case LB_NOT_FOUND ->
          Step.end(Result.stop(Verdict.of(Outcome.LB_NOT_FOUND, said(write, written))));
      case ABANDONED -> Step.end(Result.stop(gate.abandoned()));
    };
  }

  private Step confirmed(PoolWrite write, Written written) {
    Pool result = written.pool().orElseThrow();
    round.confirmed = round.confirmed.withPool(result);
    round.etags.written(result);
    round.confirmedWrites++;
    facts.confirmed(write);
    facts.restored += restored(write);
    return Step.next();
  }

  private Result stale(PoolWrite write, Written written) {
    boolean maybeOurs = round.confirmedWrites > 0;
    return new Result(
        Kind.AGAIN,
        Optional.empty(),
        true,
        maybeOurs ? Optional.of(round.confirmed) : Optional.empty(),
        Optional.empty(),
        said(write, written));
  }

  private static Result again(PoolWrite write, Written written) {
    return new Result(
        Kind.AGAIN,
        Optional.empty(),
        true,
        Optional.empty(),
        written.retryAfter(),
        said(write, written));
  }

  private Verdict throttled(PoolWrite write, Written written) {
    return Throttling.raise(ports, facts, written.retryAfter(), said(write, written));
  }

  private void fail(PoolWrite write, Written written, Outcome outcome) {
    boolean maybe = written.kind() == WriteKind.UNKNOWN;
    facts.failures.put(
        write.pool(),
        new RunFacts.Failure(
            outcome,
            written.code(),
            said(write, written),
            maybe ? Optional.of(write) : Optional.empty()));
  }

  private Step withoutMember(PoolWrite write, Written written) {
    Optional<Address> member = written.rejected().flatMap(Address::parse);
    int refused = facts.refused.getOrDefault(write.pool(), List.of()).size();
    if (member.isEmpty()
        || !write.additions().containsKey(member.get())
        || refused >= MAX_MEMBERS_REFUSED) {
      return withoutAdditions(write, written);
    }
    refuse(write, Set.of(member.get()), written.code());
    return Step.retry(write);
  }

  /** Additions are refused as a whole, removals go on; a refused removal is a failure. */
  private Step withoutAdditions(PoolWrite write, Written written) {
    if (write.additions().isEmpty()) {
      fail(write, written, Outcome.FAILED);
      return Step.next();
    }
    facts.notes.add(said(write, written));
    refuse(write, write.additions().keySet(), written.code());
    return Step.retry(write);
  }

  private void refuse(PoolWrite write, Collection<Address> additions, String code) {
    rejections.refuse(write, additions, code);
    List<Plan.Refused> refused =
        facts.refused.computeIfAbsent(write.pool(), pool -> new ArrayList<>());
    for (Address address : additions) {
      String node = write.additions().get(address);
      if (refused.stream().noneMatch(r -> r.address().equals(address))) {
        refused.add(new Plan.Refused(address, node, Refusal.REJECTED, code));
      }
    }
  }

  private PoolWrite withoutRefused(PoolWrite write) {
    String etag = round.etags.ifMatch(write.pool());
    PoolWrite left = write;
    for (Address address : write.added()) {
      left = withoutRefused(left, Set.of(address), etag);
    }
    return withoutRefused(left, Set.copyOf(left.added()), etag);
  }

  private PoolWrite withoutRefused(PoolWrite write, Set<Address> additions, String etag) {
    if (additions.isEmpty()) {
      return write;
    }
    Optional<String> code = rejections.code(write.pool(), additions, etag);
    if (code.isEmpty()) {
      return write;
    }
    refuse(write, additions, code.get());
    return PoolWrites.withoutAdditions(write, additions);
  }

  /** A removal that leans on what did not come about, or is gone meanwhile, waits. */
  private PoolWrite withoutUnsafe(PoolWrite write) {
    if (write.removals().isEmpty()) {
      return write;
    }
    Planned planned = round.planned;
    SortedSet<Address> unsafe =
        GuardedPlanner.unsafeRemovals(
            planned.input(), planned.plan(), write, round.confirmed, planned.inventory());
    List<Plan.Held> waits = facts.waits.computeIfAbsent(write.pool(), pool -> new ArrayList<>());
    for (Address address : unsafe) {
      if (waits.stream().noneMatch(held -> held.address().equals(address))) {
        waits.add(waits(write.pool(), address));
      }
    }
    return PoolWrites.withoutRemovals(write, unsafe);
  }

  private Plan.Held waits(String pool, Address address) {
    return new Plan.Held(
        address,
        PoolWrites.nameOf(round.confirmed, pool, address),
        HoldReason.WAITS_FOR_ADDITION,
        Optional.empty(),
        Map.of(),
        "what the removal leans on is not confirmed");
  }

  /** Reads again what the removals leaned on, and puts back what has lost its ground meanwhile. */
  private Result secondLook(Result result) {
    SecondLook look = new SecondLook(ports, facts, gate, round.planned, claims.leanedOn(), network);
    return look.after(round.removals, round.confirmed, result);
  }

  private static boolean isEmpty(PoolWrite write) {
    return write.additions().isEmpty() && write.removals().isEmpty();
  }

  private static String said(PoolWrite write, Written written) {
    String code = written.code().isEmpty() ? written.kind().name() : written.code();
    return "pool " + write.pool() + ": " + code + ": " + written.detail();
  }
}
