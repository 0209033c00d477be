package io.poolkeeper.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Warning;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.reconcile.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the ledgers say of every mapped load balancer, for people; no secret is in it. */
final class StatusReport {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MAX_LOAD_BALANCERS = 1000;
  private static final int MAX_HOLDS = 200;

  private final Settings settings;
  private final Ports ports;
  private final Documents documents;

  StatusReport(Settings settings, Ports ports, Documents documents) {
    this.settings = settings;
    this.ports = ports;
    this.documents = documents;
  }

  /**
   * @throws io.poolkeeper.port.PortException if storage cannot be asked
   */
  String json() {
    Instant now = ports.time().now();
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("at", now.toString());
    status.put("settings", settings());
    List<Object> clusters = new ArrayList<>();
    int budget = MAX_LOAD_BALANCERS;
    for (String name : documents.clusters()) {
      Loaded<Mapping> mapping = ports.documents().mapping(name);
      clusters.add(cluster(name, mapping, now, budget));
      budget -= mapping.value().map(m -> m.loadBalancers().size()).orElse(0);
    }
    status.put("clusters", clusters);
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(status);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("status holds texts, numbers, lists and maps only", e);
    }
  }

  private Map<String, Object> settings() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("mode", settings.mode().text());
    shown.put("state", settings.state().toString());
    shown.put("data", settings.data().toString());
    shown.put("cloud", settings.cloud().name().toLowerCase(Locale.ROOT));
    shown.put("sweepSchedule", settings.sweepSchedule());
    shown.put("egressProtocols", settings.egressProtocols().stream().map(Enum::name).toList());
    shown.put("assumeDefaultOutbound", settings.assumeDefaultOutbound());
    shown.put("mappingMaxAge", settings.mappingMaxAge().map(Duration::toString).orElse(""));
    shown.put("scopedClusters", settings.scopes().keySet().stream().sorted().toList());
    return shown;
  }

  private Map<String, Object> cluster(
      String name, Loaded<Mapping> mapping, Instant now, int budget) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("cluster", name);
    shown.put("severity", mapping.kind() == Loaded.Kind.VALID ? "info" : "warning");
    shown.put("mapping", mapping.kind().name());
    shown.put("problem", mapping.detail());
    shown.put(
        "violations",
        mapping.violations().stream().limit(20).map(StatusReport::violation).toList());
    List<Object> loadBalancers = new ArrayList<>();
    mapping
        .value()
        .ifPresent(
            value -> {
              shown.put("epoch", value.epoch());
              shown.put("revision", value.revision());
              value.loadBalancers().values().stream()
                  .limit(Math.max(0, budget))
                  .forEach(entry -> loadBalancers.add(loadBalancer(entry, now)));
            });
    shown.put("loadBalancers", loadBalancers);
    return shown;
  }

  private static String violation(Violation violation) {
    return violation.path() + ": " + violation.message();
  }

  private Map<String, Object> loadBalancer(Mapping.LoadBalancerEntry entry, Instant now) {
    Ledgers.Read read = ports.ledgers().read(entry.id());
    Ledger ledger = read.ledger();
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", entry.name());
    shown.put("id", entry.id().text());
    shown.put("ledger", read.condition().name());
    shown.put("cluster", ledger.cluster().orElse(""));
    shown.put("outcome", ledger.outcome().map(Enum::name).orElse(""));
    shown.put("mode", ledger.modeSince().map(since -> since.mode().text()).orElse(""));
    shown.put("epoch", ledger.mapping().map(Ledger.MappingSeen::epoch).orElse(0L));
    shown.put("revision", ledger.mapping().map(Ledger.MappingSeen::revision).orElse(0L));
    putAge(shown, "finished", ledger.finishedAt(), now);
    putAge(shown, "covered", ledger.coveredThrough(), now);
    putAge(shown, "diverged", ledger.divergedSince(), now);
    shown.put("divergedTooLong", isOlder(ledger.divergedSince(), settings.divergedAlertAge(), now));
    shown.put("startedNotFinished", ledger.startedNotFinished());
    shown.put("notBefore", ledger.notBefore().map(Instant::toString).orElse(""));
    shown.put("digest", ledger.brake().map(Ledger.Brake::digest).orElse(""));
    shown.put("brakeBase", ledger.brake().map(Ledger.Brake::base).orElse(0));
    shown.put("askAgainAt", ledger.askAgain().map(again -> again.at().toString()).orElse(""));
    holds(shown, ledger, now);
    shown.put("removing", removing(ledger, now));
    shown.put("rejected", ledger.rejected().stream().map(r -> r.pool() + " " + r.code()).toList());
    shown.put("restoresInTheLastHour", restores(ledger, now));
    shown.put("warnings", ledger.warnings().stream().map(StatusReport::warning).toList());
    return shown;
  }

  private void holds(Map<String, Object> shown, Ledger ledger, Instant now) {
    List<Ledger.Hold> holds = ledger.holds();
    shown.put("heldCount", holds.size());
    shown.put(
        "heldOldestSeconds", holds.stream().mapToLong(h -> age(h.since(), now)).max().orElse(0));
    shown.put(
        "heldOverAge",
        holds.stream()
            .filter(h -> isOlder(Optional.of(h.since()), settings.holdAlertAge(), now))
            .count());
    shown.put("held", holds.stream().limit(MAX_HOLDS).map(hold -> hold(hold, now)).toList());
  }

  /** Made or about to be made, and not confirmed by a look after them. */
  private static List<Map<String, Object>> removing(Ledger ledger, Instant now) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Ledger.Hold open : ledger.removing().stream().limit(MAX_HOLDS).toList()) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("pool", open.pool());
      shown.put("address", open.address().text());
      shown.put("seconds", age(open.since(), now));
      all.add(shown);
    }
    return all;
  }

  private static long restores(Ledger ledger, Instant now) {
    Instant from = now.minus(Duration.ofHours(1));
    return ledger.restores().stream().filter(at -> at.isAfter(from)).count();
  }

  private static Map<String, Object> warning(Warning warning) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("word", warning.word().name());
    shown.putAll(warning.details());
    return shown;
  }

  private Map<String, Object> hold(Ledger.Hold hold, Instant now) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("pool", hold.pool());
    shown.put("address", hold.address().text());
    shown.put("reason", hold.reason().name());
    shown.put("machine", hold.machine().map(Object::toString).orElse(""));
    shown.put("strength", strength(hold));
    shown.put("noneSince", hold.noneSince().map(Instant::toString).orElse(""));
    shown.put("since", hold.since().toString());
    shown.put("ageSeconds", age(hold.since(), now));
    shown.put("tooLong", isOlder(Optional.of(hold.since()), settings.holdAlertAge(), now));
    return shown;
  }

  private static Map<String, Object> strength(Ledger.Hold hold) {
    Map<String, Object> shown = new TreeMap<>();
    hold.strength().forEach((protocol, strength) -> shown.put(protocol.name(), strength.name()));
    return shown;
  }

  private static void putAge(
      Map<String, Object> shown, String name, Optional<Instant> since, Instant now) {
    shown.put(name, since.map(Instant::toString).orElse(""));
    shown.put(name + "AgeSeconds", since.map(at -> age(at, now)).orElse(0L));
  }

  private static boolean isOlder(Optional<Instant> since, Duration age, Instant now) {
    return since.isPresent() && since.get().plus(age).isBefore(now);
  }

  private static long age(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toSeconds());
  }
}
