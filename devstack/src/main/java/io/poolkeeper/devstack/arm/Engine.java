package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The state and everything that works on it, behind one lock. */
final class Engine {
  private final Object lock = new Object();
  private final Etags etags;
  private final ResourceStore store;
  private final Operations operations = new Operations(this::ended);
  private final WriteLog log = new WriteLog();
  private final EgressJudge judge;
  private final Court court;
  private final Reads reads;
  private final Writer writer;
  private final Events events;
  private final ControlActions actions;
  final Faults faults = new Faults();
  final RequestLog requests = new RequestLog();
  private volatile Options options;

  Engine(Options options, Events events) {
    this.options = options;
    this.events = events;
    etags = new Etags(options.etagMode);
    store = new ResourceStore(etags);
    judge = new EgressJudge(options);
    court = new Court(store, operations, log, judge);
    reads = new Reads(store, operations, new Views(store, operations));
    writer = new Writer(store, operations, new Changes(store, operations, log, court));
    actions = new ControlActions(store, operations);
  }

  Options options() {
    return options;
  }

  Instant now() {
    return options.clock.instant();
  }

  void configure(Options changed) {
    synchronized (lock) {
      boolean restamp = changed.etagMode != etags.mode();
      options = changed;
      judge.options(changed);
      etags.mode(changed.etagMode);
      if (restamp) {
        store.restamp();
      }
    }
  }

  /** One ARM request that nothing keeps from being carried out. */
  Reply handle(Request request, ArmId id, List<Fault> hits) {
    synchronized (lock) {
      operations.settle(now());
      boolean stale = hits.stream().anyMatch(f -> f.stale);
      switch (request.method()) {
        case "GET":
        case "HEAD":
          return reads.get(request, id, stale, options);
        case "PUT":
          return writer.put(request, id, Faults.course(hits, options), options, now());
        case "DELETE":
          return writer.delete(request, id, Faults.course(hits, options), options, now());
        case "POST":
          return reads.post(request, id);
        default:
          return Reply.gatewayError(
              405, "MethodNotAllowed", "The method " + request.method() + " is not served here.");
      }
    }
  }

  private void ended(Operation operation) {
    boolean happy = operation.status.equals("Succeeded");
    if (!happy && options.undoUnfinished) {
      operation.undo.run();
    }
    if (happy && options.etagMovesAtEnd && !operation.course.immediate()) {
      actions.touch(operation.targetKey);
    }
    if (operation.status.equals("Failed")) {
      actions.state(operation.targetKey, "Failed");
    }
    WriteRecord record = log.end(operation.writeSeq, now(), operation.status);
    if (happy && record != null) {
      events.send(record, options.eventTarget, now());
    }
  }

  JsonNode act(JsonNode action) {
    synchronized (lock) {
      operations.settle(now());
      return actions.run(action);
    }
  }

  void load(JsonNode snapshot) {
    synchronized (lock) {
      store.load(snapshot);
      operations.clear();
    }
  }

  ObjectNode dump() {
    return locked(store::dump);
  }

  <T> T locked(Supplier<T> query) {
    synchronized (lock) {
      operations.settle(now());
      return query.get();
    }
  }

  <T> T log(Function<WriteLog, T> query) {
    return locked(() -> query.apply(log));
  }

  <T> T court(Function<Court, T> query) {
    return locked(() -> query.apply(court));
  }

  List<Operation> operations() {
    return locked(operations::all);
  }

  void clearLogs() {
    synchronized (lock) {
      log.clear();
      requests.clear();
    }
  }
}
