package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** One asynchronous operation. Changed only under the simulator's lock. */
final class Operation {
  /**
   * How an operation runs and ends. Status is "Succeeded", "Failed" or "Canceled"; millis 0: no
   * limit of time.
   */
  record Course(int polls, long millis, boolean manual, String status, ObjectNode error) {
    boolean immediate() {
      return polls == 0 && millis == 0 && !manual;
    }
  }

  final String id = UUID.randomUUID().toString();
  final String secret = UUID.randomUUID().toString().replace("-", "");
  final String name;
  final String rootKey;
  final String targetKey;
  final String apiVersion;
  final String location;
  final Course course;
  final Instant startedAt;
  final Set<String> pendingAdditions = new HashSet<>();
  final long writeSeq;
  Runnable undo = () -> {};
  int pollsLeft;
  String status = "InProgress";
  ObjectNode error;

  Operation(
      String name,
      String rootKey,
      String targetKey,
      String apiVersion,
      String location,
      Course course,
      Instant startedAt,
      long writeSeq) {
    this.name = name;
    this.rootKey = rootKey;
    this.targetKey = targetKey;
    this.apiVersion = apiVersion;
    this.location = location;
    this.course = course;
    this.startedAt = startedAt;
    this.writeSeq = writeSeq;
    this.pollsLeft = course.polls();
  }

  boolean running() {
    return status.equals("InProgress");
  }

  String query() {
    return "api-version="
        + apiVersion
        + "&c="
        + secret.substring(0, 8)
        + "&h="
        + secret.substring(8, 16)
        + "&s="
        + secret.substring(16, 24)
        + "&t="
        + secret.substring(24);
  }

  String url(String base, String subscription, String kind) {
    return base
        + "/subscriptions/"
        + subscription
        + "/providers/Microsoft.Network/locations/"
        + location
        + "/"
        + kind
        + "/"
        + id
        + "?"
        + query();
  }
}
