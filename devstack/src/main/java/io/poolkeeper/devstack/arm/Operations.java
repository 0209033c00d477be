package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The asynchronous operations: running, ended, superseded. Callers hold the simulator's lock. */
final class Operations {
  private static final int KEPT = 10_000;
  private final Map<String, Operation> byId = new LinkedHashMap<>();
  private final Map<String, Operation> runningByRoot = new HashMap<>();
  private final Consumer<Operation> ended;

  Operations(Consumer<Operation> ended) {
    this.ended = ended;
  }

  void start(Operation operation) {
    byId.put(operation.id, operation);
    if (byId.size() > KEPT) {
      byId.remove(byId.keySet().iterator().next());
    }
    if (operation.course.immediate()) {
      end(operation, operation.course.status(), operation.course.error());
    } else {
      runningByRoot.put(operation.rootKey, operation);
    }
  }

  /** The running operation of a resource, or null. */
  Operation running(String rootKey) {
    return runningByRoot.get(rootKey);
  }

  /** Ends what is over by now. */
  void settle(Instant now) {
    for (Operation operation : List.copyOf(runningByRoot.values())) {
      Operation.Course course = operation.course;
      if (course.millis() > 0 && !now.isBefore(operation.startedAt.plusMillis(course.millis()))) {
        end(operation, course.status(), course.error());
      }
    }
  }

  /** One poll; null when the operation is unknown or the URL is not the one that was handed out. */
  Operation poll(String id, String rawQuery) {
    Operation operation = byId.get(id);
    if (operation == null || !operation.query().equals(rawQuery)) {
      return null;
    }
    if (operation.running() && operation.course.polls() > 0 && !operation.course.manual()) {
      if (operation.pollsLeft == 0) {
        end(operation, operation.course.status(), operation.course.error());
      }
      operation.pollsLeft = Math.max(0, operation.pollsLeft - 1);
    }
    return operation;
  }

  void supersede(Operation running, String newerName, String newerId) {
    ObjectNode error =
        Json.object().put("code", "Canceled").put("message", "Operation was canceled.");
    error
        .putArray("details")
        .addObject()
        .put("code", "CanceledAndSupersededDueToAnotherOperation")
        .put(
            "message",
            "Operation "
                + running.name
                + " ("
                + running.id
                + ") was canceled and superseded by operation "
                + newerName
                + " ("
                + newerId
                + ").");
    end(running, "Canceled", error);
  }

  /** Ends a running operation by hand; a missing error of an unhappy end is filled in. */
  void end(Operation operation, String status, ObjectNode error) {
    operation.status = status;
    operation.error = error;
    if (error == null && !status.equals("Succeeded")) {
      operation.error =
          Json.object().put("code", status.equals("Canceled") ? "Canceled" : "InternalServerError");
      operation.error.put(
          "message", status.equals("Canceled") ? "Operation was canceled." : "An error occurred.");
      operation.error.putArray("details");
    }
    runningByRoot.remove(operation.rootKey, operation);
    ended.accept(operation);
  }

  Operation byId(String id) {
    return byId.get(id);
  }

  List<Operation> all() {
    return new ArrayList<>(byId.values());
  }

  /** Addresses by pool whose addition is accepted and not done. */
  Map<String, Set<String>> pendingAdditions() {
    Map<String, Set<String>> pending = new HashMap<>();
    runningByRoot.values().forEach(o -> pending.put(o.targetKey, o.pendingAdditions));
    return pending;
  }

  void clear() {
    byId.clear();
    runningByRoot.clear();
  }
}
