package io.poolkeeper.testing;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.LoadBalancers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Workers of a {@link Crowd} that go on only when told to, one port call at a time. A PUT is sent
 * and lands later, also when its sender is gone.
 */
public final class Interleaved implements AutoCloseable {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "interleaved");
            thread.setDaemon(true);
            return thread;
          });

  private enum State {
    NEW,
    AT_CALL,
    IN_FLIGHT,
    ANSWERED,
    DONE,
    DEAD
  }

  /** What may happen next. */
  public enum Kind {
    STEP,
    LAND,
    CRASH,
    REDELIVER,
    TIME
  }

  /**
   * @param worker by number; with TIME none
   */
  public record Choice(Kind kind, int worker) {
    @Override
    public String toString() {
      return kind + (kind == Kind.TIME ? "" : " " + worker);
    }
  }

  /**
   * How often what may go wrong in one life.
   *
   * @param everyCall others may come between any two calls; else only where it can make a
   *     difference
   */
  public record Limits(
      int crashes, int redeliveries, int jumps, Duration jump, boolean everyCall) {}

  private final class Worker {
    private final int number;
    private final ArmId loadBalancer;
    private final Semaphore go = new Semaphore(0);
    private State state = State.NEW;
    private String call = "start";
    private Supplier<?> effect;
    private Object answer;
    private boolean killed;
    private boolean wasBusy;
    private int lockedBefore;
    private int observed = 17;
    private RuntimeException broken;

    Worker(int number, ArmId loadBalancer) {
      this.number = number;
      this.loadBalancer = loadBalancer;
    }

    void body(long dequeueCount) {
      MINE.set(this);
      try {
        crowd.run("w" + number, loadBalancer, dequeueCount);
        state = State.DONE;
      } catch (Tape.Killed e) {
        state = State.DEAD;
      } catch (RuntimeException e) {
        broken = e;
        state = State.DONE;
      } finally {
        MINE.remove();
        back.release();
      }
    }

    void observe(Object result) {
      observed = 31 * observed + (call + shown(result) + crowd.time().now()).hashCode();
    }
  }

  private static final ThreadLocal<Worker> MINE = new ThreadLocal<>();

  private final Crowd crowd;
  private final Limits limits;
  private final int started;
  private final Semaphore back = new Semaphore(0);
  private final List<Worker> workers = new ArrayList<>();
  private Worker last;
  private int crashes;
  private int redeliveries;
  private int jumps;

  /** One worker for each of these load balancers, none of which has done anything yet. */
  public Interleaved(Crowd crowd, Limits limits, List<ArmId> loadBalancers) {
    this.crowd = crowd;
    this.limits = limits;
    crowd
        .tape()
        .around(
            new Tape.Around() {
              @Override
              public <T> T call(String name, Supplier<T> effect) {
                return Interleaved.this.call(name, effect);
              }
            });
    this.started = loadBalancers.size();
    loadBalancers.forEach(this::add);
    if (limits.jumps() == 0) {
      workers.forEach(this::start);
    }
  }

  private Worker add(ArmId loadBalancer) {
    Worker worker = new Worker(workers.size() + 1, loadBalancer);
    workers.add(worker);
    return worker;
  }

  private void start(Worker worker) {
    THREADS.execute(() -> worker.body(worker.number <= started ? 1 : 2));
    back.acquireUninterruptibly();
  }

  /**
   * On the worker's thread. A pause ends whenever the others let it: time goes by only where it is
   * told to. So a lease that is busy is either waited for, which is to ask for it later, or busy
   * until the worker gives up.
   */
  @SuppressWarnings("unchecked")
  private <T> T call(String name, Supplier<T> effect) {
    Worker worker = MINE.get();
    if (worker == null) {
      return effect.get();
    }
    if (worker.killed) {
      throw new Tape.Killed(name);
    }
    worker.call = name;
    if (name.equals("pause")) {
      return (T) Boolean.TRUE;
    }
    boolean triesAgain = name.equals("claims.acquire") && worker.wasBusy;
    worker.wasBusy = false;
    if (triesAgain) {
      worker.wasBusy = true;
      return (T) new Claims.Acquired(Claims.LeaseKind.BUSY, Optional.empty());
    }
    if (!matters(name, worker)) {
      T result = effect.get();
      worker.observe(result);
      return result;
    }
    worker.effect = effect;
    worker.state = name.startsWith("arm.put") ? State.IN_FLIGHT : State.AT_CALL;
    back.release();
    worker.go.acquireUninterruptibly();
    if (worker.killed) {
      throw new Tape.Killed(name);
    }
    T result = worker.state == State.ANSWERED ? (T) worker.answer : effect.get();
    worker.wasBusy =
        result instanceof Claims.Acquired acquired && acquired.kind() == Claims.LeaseKind.BUSY;
    worker.lockedBefore = name.equals("claims.acquire") ? jumps : worker.lockedBefore;
    worker.observe(result);
    return result;
  }

  /**
   * Whether the order of this call and those of other workers can make a difference. Documents do
   * not change here; gates and queue decide nothing; what is read and written under a lease that
   * cannot run out is seen by others when it is released; and a load balancer's ledger and members
   * are changed by one worker alone unless a message comes again.
   */
  private boolean matters(String name, Worker worker) {
    if (limits.everyCall()) {
      return name.startsWith("arm.") || name.startsWith("claims.") || name.startsWith("ledger.");
    }
    boolean leasesRunOut = jumps < limits.jumps() || worker.lockedBefore < jumps;
    boolean hasTwin = workers.stream().anyMatch(other -> isTwin(worker, other) && isAlive(other));
    boolean mayChangeOwn = workers.stream().anyMatch(other -> isTwin(worker, other));
    return switch (name) {
      case "arm.inventory", "arm.list", "claims.acquire", "claims.release" -> true;
      case "claims.read", "claims.write" -> leasesRunOut;
      case "ledger.acquire", "ledger.renew", "ledger.release" -> hasTwin;
      case "arm.get" -> mayChangeOwn || !crowd.arm().asked().equals(worker.loadBalancer);
      default -> name.startsWith("arm.put");
    };
  }

  /** Whether it may still do something to the same load balancer. */
  private static boolean isTwin(Worker worker, Worker other) {
    return other != worker
        && other.loadBalancer.equals(worker.loadBalancer)
        && (isAlive(other) || other.effect != null);
  }

  /**
   * What may happen next. A worker that dies does so right after what it did last: later is the
   * same, as it has done nothing since.
   */
  public List<Choice> choices() {
    Optional<Worker> alone = workers.stream().filter(this::isAlone).findFirst();
    List<Choice> choices = new ArrayList<>();
    for (Worker worker : alone.map(List::of).orElse(workers)) {
      if (worker.state == State.AT_CALL || worker.state == State.NEW) {
        choices.add(new Choice(Kind.STEP, worker.number));
      }
      if (worker.effect != null && worker.call.startsWith("arm.put")) {
        choices.add(new Choice(Kind.LAND, worker.number));
      }
    }
    if (choices.isEmpty()) {
      return choices;
    }
    if (last != null && isAlive(last) && crashes < limits.crashes()) {
      choices.add(new Choice(Kind.CRASH, last.number));
    }
    for (Worker worker : workers) {
      boolean mayComeAgain = worker.state == State.DEAD || (isAlive(worker) && jumps > 0);
      if (alone.isEmpty() && redeliveries < limits.redeliveries() && mayComeAgain) {
        choices.add(new Choice(Kind.REDELIVER, worker.number));
      }
    }
    if (jumps < limits.jumps() && timeMatters()) {
      choices.add(new Choice(Kind.TIME, 0));
    }
    return choices;
  }

  /** What it does next nobody else can see, but its lease may run out before. */
  private boolean isAlone(Worker worker) {
    return !limits.everyCall()
        && worker.state == State.AT_CALL
        && List.of("claims.read", "claims.write").contains(worker.call);
  }

  /**
   * Before anything is on its way or locked for all, a lease that runs out ends a run, no more; and
   * a claim that runs out matters only while its write is on its way.
   */
  private boolean timeMatters() {
    boolean onItsWay =
        workers.stream().anyMatch(w -> w.effect != null && w.call.startsWith("arm.put"));
    boolean shorterThanClaims = limits.jump().compareTo(Claims.LIFE) < 0;
    return onItsWay || (shorterThanClaims && crowd.claims().isLeased(crowd.network()));
  }

  private static boolean isAlive(Worker worker) {
    return worker.state != State.DONE && worker.state != State.DEAD;
  }

  public void take(Choice choice) {
    if (choice.kind() == Kind.STEP || choice.kind() == Kind.LAND) {
      last = workers.get(choice.worker() - 1);
    }
    switch (choice.kind()) {
      case STEP -> step(workers.get(choice.worker() - 1));
      case LAND -> land(workers.get(choice.worker() - 1));
      case CRASH -> crash(workers.get(choice.worker() - 1));
      case REDELIVER -> {
        redeliveries++;
        comeAgain(workers.get(choice.worker() - 1));
      }
      case TIME -> {
        jumps++;
        crowd.time().advance(limits.jump());
      }
    }
  }

  /** The leases of a dead worker may have been old: they run out whenever they like. */
  private void comeAgain(Worker worker) {
    if (worker.state == State.DEAD && crowd.ledgers().isLeased(worker.loadBalancer)) {
      crowd.ledgers().takeAway(worker.loadBalancer);
    }
    start(add(worker.loadBalancer));
  }

  private void step(Worker worker) {
    if (worker.state == State.NEW) {
      start(worker);
      return;
    }
    worker.go.release();
    back.acquireUninterruptibly();
    if (worker.broken != null) {
      throw worker.broken;
    }
  }

  /** The answer of a living sender is taken at once: until its next call nobody can tell. */
  private void land(Worker worker) {
    worker.answer = worker.effect.get();
    worker.effect = null;
    if (worker.state == State.IN_FLIGHT) {
      worker.state = State.ANSWERED;
      step(worker);
    }
  }

  private void crash(Worker worker) {
    crashes++;
    if (worker.state == State.NEW) {
      worker.state = State.DEAD;
      return;
    }
    boolean onItsWay = worker.state == State.IN_FLIGHT;
    end(worker);
    if (!onItsWay) {
      worker.effect = null;
    }
  }

  private void end(Worker worker) {
    worker.killed = true;
    worker.go.release();
    back.acquireUninterruptibly();
  }

  /** Ends all threads. */
  @Override
  public void close() {
    workers.stream()
        .filter(worker -> isAlive(worker) && worker.state != State.NEW)
        .forEach(this::end);
    crowd.tape().around(null);
  }

  /** Two lives with the same key go on alike, whatever led to it. */
  public UUID key() {
    StringBuilder text = new StringBuilder(world());
    text.append(crashes).append(redeliveries).append(jumps);
    text.append(crashes < limits.crashes() && last != null ? last.number : 0);
    for (Worker worker : workers) {
      text.append(worker.state).append(worker.call).append(worker.observed);
      text.append(worker.effect != null);
    }
    return UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** What is left when all workers have ended. */
  public String world() {
    return crowd.arm().shown()
        + crowd.ledgers().shown()
        + crowd.claims().shown()
        + crowd.time().now();
  }

  /** What a worker learns from an answer. */
  private String shown(Object answer) {
    if (answer instanceof Ledgers.Acquired acquired) {
      return acquired.kind() + acquired.lease().map(Ledgers.Lease::etag).orElse("");
    }
    if (answer instanceof Claims.Acquired acquired) {
      return acquired.kind().toString();
    }
    if (answer instanceof LoadBalancers.Read read) {
      return read.loadBalancer().map(Interleaved::version).orElse(read.kind().toString());
    }
    if (answer instanceof LoadBalancers.Written written) {
      return written.kind() + written.pool().map(pool -> pool.etag()).orElse("");
    }
    if (answer instanceof io.poolkeeper.model.Inventory inventory) {
      StringBuilder text = new StringBuilder();
      inventory.loadBalancers().all().forEach(lb -> text.append(version(lb)));
      return text.toString();
    }
    return String.valueOf(answer);
  }

  /** An etag stands for all that there is to see. */
  private static String version(LoadBalancer loadBalancer) {
    return loadBalancer.name() + loadBalancer.etag();
  }
}
