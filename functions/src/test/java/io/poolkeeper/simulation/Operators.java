package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the controls of one cluster: pauses, and documents that cannot be understood. */
final class Operators {
  private static final long DOUBTFUL = 25_000;

  private record Paused(Optional<Long> until) {}

  private final String cluster;
  private final Timeline time;
  private final Storage storage;
  private final Map<String, Paused> paused = new TreeMap<>();
  private final Map<String, String> approved = new TreeMap<>();
  private boolean closed;

  Operators(String cluster, Timeline time, Storage storage) {
    this.cluster = cluster;
    this.time = time;
    this.storage = storage;
  }

  /**
   * @param millis of the pause; empty: until further notice
   */
  void pause(String loadBalancer, Optional<Long> millis) {
    paused.put(loadBalancer, new Paused(millis.map(m -> time.now() + m)));
    publish();
  }

  void goOn(String loadBalancer) {
    paused.remove(loadBalancer);
    publish();
  }

  void goOn() {
    paused.clear();
    closed = false;
    storage.controls(cluster).unreadable = false;
    publish();
  }

  /** Removals that the brake holds may be made. */
  void approve(String loadBalancer, String digest) {
    approved.put(loadBalancer, digest);
    publish();
  }

  void unreadable() {
    closed = true;
    storage.controls(cluster).unreadable = true;
  }

  void invalid() {
    closed = true;
    storage.publish(storage.controls(cluster), "{\"schema\":\"poolkeeper.controls/v1\",\"paus");
  }

  void readable() {
    closed = false;
    storage.controls(cluster).unreadable = false;
    publish();
  }

  /** Whether nothing may be written; near a pause's end clocks differ, and both are right. */
  boolean forbid(String loadBalancer) {
    Paused pause = paused.get(loadBalancer);
    boolean active =
        pause != null && pause.until().map(until -> time.now() < until - DOUBTFUL).orElse(true);
    return closed || active;
  }

  private void publish() {
    if (closed) {
      return;
    }
    ObjectNode controls = Balancer.JSON.createObjectNode();
    controls.put("schema", "poolkeeper.controls/v1").put("cluster", cluster);
    ObjectNode entries = controls.putObject("loadBalancers");
    paused.forEach(
        (name, pause) -> {
          ObjectNode said = entries.putObject(name).putObject("paused");
          said.put("by", "operator").put("because", "simulated");
          pause
              .until()
              .ifPresent(until -> said.put("until", Timeline.START.plusMillis(until).toString()));
        });
    approved.forEach(
        (name, digest) ->
            entries
                .withObjectProperty(name)
                .putObject("approve")
                .put("planDigest", digest)
                .put("until", "2026-12-03T00:00:00Z")
                .put("by", "operator"));
    storage.publish(storage.controls(cluster), controls.toString());
  }
}
