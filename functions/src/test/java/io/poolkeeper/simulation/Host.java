package io.poolkeeper.simulation;

import io.poolkeeper.ingest.Ingest;
import io.poolkeeper.ingest.Poison;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.WorkQueue;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.simulation.PortCalls.Call;
import io.poolkeeper.simulation.Violation.Checker;
import io.poolkeeper.state.RequestCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The function host: queue, timer and events, and the processes that they are given to. */
final class Host {
  private static final int MOST_DELIVERIES = 5;

  /** One message of the queue. */
  private static final class Message {
    final String text;
    final RequestCodec.Decoded decoded;
    final Request sent;
    final Instant insertedAt;
    long visibleAt;
    int dequeued;
    boolean gone;

    Message(
        String text,
        RequestCodec.Decoded decoded,
        Request sent,
        Instant insertedAt,
        long visibleAt) {
      this.text = text;
      this.decoded = decoded;
      this.sent = sent;
      this.insertedAt = insertedAt;
      this.visibleAt = visibleAt;
    }
  }

  private final Timeline time;
  private final PortCalls calls;
  private final Choices choices;
  private final Trace trace;
  private final Storage storage;
  private final Checks checks;
  private final Set<Mechanism> off;
  private final ReconcileSettings settings;
  private final List<Process> processes;
  private final Function<Process, Ports> ports;
  private final long queueSkew;
  private final long visibility;
  private final List<Message> queue = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private int picks;

  Host(
      Timeline time,
      PortCalls calls,
      Choices choices,
      Trace trace,
      Storage storage,
      Checks checks,
      Set<Mechanism> off,
      ReconcileSettings settings,
      List<Process> processes,
      Function<Process, Ports> ports,
      long queueSkew,
      long visibility) {
    this.time = time;
    this.calls = calls;
    this.choices = choices;
    this.trace = trace;
    this.storage = storage;
    this.checks = checks;
    this.off = off;
    this.settings = settings;
    this.processes = processes;
    this.ports = ports;
    this.queueSkew = queueSkew;
    this.visibility = visibility;
  }

  List<Actor> actors() {
    return actors;
  }

  boolean isQuiet() {
    return queue.isEmpty() && actors.stream().allMatch(Actor::isDone);
  }

  String waiting() {
    StringBuilder text = new StringBuilder();
    queue.forEach(
        m ->
            text.append(m.sent.loadBalancer().name())
                .append(' ')
                .append(m.sent.cause())
                .append("; "));
    return text.toString();
  }

  /** The queue's own clock. */
  private Instant insertion() {
    return time.instant().plusMillis(queueSkew);
  }

  private long trueTime(Instant insertion) {
    return Duration.between(Timeline.START, insertion).toMillis() - queueSkew;
  }

  /** The queue as the product sends to it. */
  WorkQueue sender() {
    return (request, delay) -> {
      Run run = Actor.current().run;
      boolean late = run != null && off.contains(Mechanism.SEND_BEFORE_ACKNOWLEDGE);
      if (late) {
        run.unsent.add(() -> send(request, delay));
      } else {
        send(request, delay);
      }
    };
  }

  private void send(Request request, Duration delay) {
    Request sent = off.contains(Mechanism.NON_COVERABLE_COPIES) ? coverable(request) : request;
    calls.make(
        Call.storage(
            "queue.send " + request.loadBalancer().name() + " " + request.cause(),
            () -> {
              storage.reach("queue.send");
              put(sent, delay.toMillis());
              return "in " + delay;
            }));
  }

  private static Request coverable(Request r) {
    return new Request(
        r.cluster(),
        r.loadBalancer(),
        r.cause(),
        r.causedAt(),
        r.attempt(),
        r.busySince(),
        true,
        r.poisoned(),
        r.trace());
  }

  private void put(Request request, long delay) {
    checks.sent(request.loadBalancer(), request.causedAt());
    String text = RequestCodec.write(request, RequestCodec.Encoding.PLAIN);
    Message message =
        new Message(
            text,
            storage.asBytes
                ? RequestCodec.read(text)
                : new RequestCodec.Decoded(Optional.of(request), ""),
            request,
            insertion(),
            time.now() + delay);
    queue.add(message);
    time.in(delay, () -> offer(message));
  }

  /** A free process takes it, if it is still to be had. */
  private void offer(Message message) {
    if (message.gone || time.now() < message.visibleAt) {
      return;
    }
    Optional<Process> free = pick();
    if (free.isEmpty()) {
      time.in(1_500, () -> offer(message));
      return;
    }
    message.dequeued++;
    if (message.dequeued > MOST_DELIVERIES) {
      message.gone = true;
      queue.remove(message);
      poison(message, free.get());
      return;
    }
    hide(message);
    Instant chain = message.sent.causedAt().orElse(message.insertedAt);
    Run run = new Run(free.get().nextLabel(), message.sent, Optional.of(chain), time.now());
    int pop = message.dequeued;
    Actor[] self = new Actor[1];
    self[0] =
        new Actor(run.label, free.get(), run, time, () -> reconcile(message, run, self[0], pop));
    if (trace.on()) {
      trace.add(
          run.label
              + " TAKES "
              + message.sent.loadBalancer().name()
              + " "
              + message.sent.cause()
              + " caused at "
              + chain
              + ", delivery "
              + message.dequeued);
    }
    begin(self[0]);
    renew(message, self[0], pop);
  }

  private void begin(Actor actor) {
    actors.removeIf(Actor::isDone);
    actors.add(actor);
    actor.process.begin(actor);
  }

  private Optional<Process> pick() {
    List<Process> free = processes.stream().filter(Process::isFree).toList();
    return free.isEmpty()
        ? Optional.empty()
        : Optional.of(free.get(choices.of("pick " + ++picks).nextInt(free.size())));
  }

  private void hide(Message message) {
    message.visibleAt = time.now() + visibility;
    time.in(visibility, () -> offer(message));
  }

  /** The host keeps a message hidden while the process that works on it lives and goes on. */
  private void renew(Message message, Actor actor, int pop) {
    time.in(
        visibility / 2,
        () -> {
          boolean ours = !message.gone && message.dequeued == pop;
          if (ours && !actor.isDone() && !actor.isDead()) {
            if (actor.process.stoppedUntil() <= time.now()) {
              hide(message);
            }
            renew(message, actor, pop);
          }
        });
  }

  private void reconcile(Message message, Run run, Actor self, int pop) {
    long count = off.contains(Mechanism.NON_COVERABLE_COPIES) ? 1 : pop;
    try {
      ReconcileReport report =
          new Reconciler(ports.apply(self.process), settings)
              .handle(
                  new Delivery(
                      message.text,
                      message.decoded.request(),
                      message.decoded.reason(),
                      Optional.of(message.insertedAt),
                      count));
      SimArm.catchUp(run);
      checks.reported(
          run,
          report.outcome(),
          String.valueOf(report.fields().get("reason")) + " " + report.fields().get("notes"),
          trueTime(run.chain.orElseThrow()),
          isLast(message, run, pop));
      calls.make(
          Call.storage(
              "queue.delete",
              () -> {
                storage.reach("queue.delete");
                if (message.dequeued == pop && !message.gone) {
                  message.gone = true;
                  queue.remove(message);
                  checks.acknowledged(run, report.outcome(), self);
                }
                return message.gone ? "gone" : "another delivery has it";
              }));
      run.unsent.forEach(Runnable::run);
    } catch (PortException e) {
      trace.add(run.label + " THROWS " + e.getMessage());
      if (!message.gone && message.dequeued == pop) {
        message.visibleAt = time.now() + 500;
        time.in(500, () -> offer(message));
      }
    } catch (RuntimeException e) {
      checks.found(Checker.BUG, run.label + " " + Life.said(e));
    }
  }

  /** Whether nobody else looks at what this message was made for. */
  private boolean isLast(Message message, Run run, int pop) {
    boolean others =
        queue.stream()
            .anyMatch(
                m ->
                    m != message
                        && m.sent.loadBalancer().equals(run.loadBalancer)
                        && m.sent.causedAt().equals(run.chain));
    return !others && message.dequeued == pop;
  }

  private void poison(Message message, Process process) {
    work(
        process,
        "poison",
        5,
        ports ->
            new Poison(ports.poison(), ports.queue(), ports.time(), ports.reports())
                .accept(message.text, message.decoded.request(), message.decoded.reason()));
  }

  /** One tick of the timer, in one process. */
  void sweep(int retries) {
    pick()
        .ifPresent(
            process ->
                work(
                    process,
                    "sweep",
                    retries,
                    ports ->
                        new Sweep(
                                ports,
                                new SimDocuments(calls, storage, checks),
                                new Watched(queue.size()),
                                settings)
                            .run()));
  }

  /** An event as it is delivered; again if that fails. */
  void event(String text) {
    Optional<Process> process = pick();
    if (process.isEmpty()) {
      time.in(5_000, () -> event(text));
      return;
    }
    work(
        process.get(),
        "event",
        4,
        ports ->
            new Ingest(
                    new SimDocuments(calls, storage, checks),
                    ports.documents(),
                    ports.ledgers(),
                    ports.queue(),
                    ports.parallel(),
                    ports.reports(),
                    ports.time(),
                    EventSources.NONE)
                .accept(text, "not looked at"));
  }

  private void work(Process process, String what, int retries, Work work) {
    String label = process.nextLabel() + "-" + what;
    Runnable body =
        () -> {
          try {
            work.with(ports.apply(process));
          } catch (PortException e) {
            trace.add(label + " THROWS " + e.getMessage());
            if (retries > 0) {
              time.in(10_000, () -> again(what, retries - 1, work));
            }
          } catch (RuntimeException e) {
            checks.found(Checker.BUG, label + " " + Life.said(e));
          }
        };
    begin(new Actor(label, process, null, time, body));
  }

  private void again(String what, int retries, Work work) {
    Optional<Process> process = pick();
    if (process.isPresent()) {
      work(process.get(), what, retries, work);
    } else {
      time.in(5_000, () -> again(what, retries, work));
    }
  }

  private interface Work {
    void with(Ports ports);
  }

  /** Somebody asks for it by hand. */
  void ask(String cluster, ArmId loadBalancer) {
    put(Request.first(cluster, loadBalancer, Cause.OPERATOR), 0);
  }
}
