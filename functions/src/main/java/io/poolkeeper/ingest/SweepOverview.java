package io.poolkeeper.ingest;

import io.poolkeeper.ingest.MappedLoadBalancers.Mapped;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.reconcile.ReconcileSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What the ledgers and mappings say together: how many, and since when. A query over lines cannot
 * see further back than two days, so ages are told here. Pure.
 */
record SweepOverview(Map<String, Object> fields) {

  /** Of a sweep that came to nothing. */
  static final SweepOverview NOTHING =
      of(
          List.of(),
          List.of(),
          0,
          Map.of(),
          Optional.empty(),
          Duration.ZERO,
          Duration.ZERO,
          Instant.EPOCH);

  /** One load balancer of which there is something to say. */
  private record Entry(Mapped mapped, Ledger ledger, Instant since) {}

  static SweepOverview of(
      MappedLoadBalancers mapped,
      Map<ArmId, Ledger> ledgers,
      ReconcileSettings settings,
      Instant now) {
    return of(
        mapped.mappings(),
        mapped.all(),
        mapped.problems().size(),
        ledgers,
        settings.mappingMaxAge(),
        settings.holdAlertAge(),
        settings.divergedAlertAge(),
        now);
  }

  private static SweepOverview of(
      List<Mapping> mappings,
      List<Mapped> mapped,
      int refused,
      Map<ArmId, Ledger> ledgers,
      Optional<Duration> mappingMaxAge,
      Duration holdAge,
      Duration divergedAge,
      Instant now) {
    Map<String, Object> fields = new LinkedHashMap<>();
    mappings(fields, mappings, refused, mappingMaxAge, now);
    Map<ArmId, Mapped> byId = new TreeMap<>(Comparator.comparing(ArmId::key));
    mapped.forEach(one -> byId.putIfAbsent(one.id(), one));
    List<Mapped> all = List.copyOf(byId.values());
    holds(fields, all, ledgers, holdAge, now);
    diverged(fields, all, ledgers, divergedAge, now);
    ages(fields, "observed", "observing", since(all, ledgers, SweepOverview::observed), now);
    ages(fields, "paused", "pausing", since(all, ledgers, Ledger::pausedSince), now);
    List<Entry> looked = since(all, ledgers, Ledger::finishedAt);
    fields.put("notLookedAtOldestSeconds", oldest(looked, now));
    return new SweepOverview(fields);
  }

  private static void mappings(
      Map<String, Object> fields,
      List<Mapping> mappings,
      int refused,
      Optional<Duration> maxAge,
      Instant now) {
    List<Map<String, Object>> shown = new ArrayList<>();
    long tooOld = 0;
    for (Mapping mapping : mappings) {
      long age = mapping.generatedAt().map(at -> seconds(at, now)).orElse(0L);
      boolean old =
          maxAge.isPresent() && (mapping.generatedAt().isEmpty() || age > maxAge.get().toSeconds());
      tooOld += old ? 1 : 0;
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("cluster", mapping.cluster());
      one.put("epoch", mapping.epoch());
      one.put("revision", mapping.revision());
      one.put("generatedAt", mapping.generatedAt().map(Instant::toString).orElse(""));
      one.put("ageSeconds", age);
      one.put("tooOld", old);
      shown.add(one);
    }
    long oldest = shown.stream().mapToLong(one -> (long) one.get("ageSeconds")).max().orElse(0);
    // what is alerted must not be what a long list leaves out
    shown.sort(
        Comparator.comparing((Map<String, Object> one) -> !(boolean) one.get("tooOld"))
            .thenComparing(one -> -(long) one.get("ageSeconds")));
    fields.put("mappings", shown);
    fields.put("mappingsRefused", refused);
    fields.put("mappingsTooOld", tooOld);
    fields.put("mappingOldestSeconds", oldest);
  }

  private static void holds(
      Map<String, Object> fields,
      List<Mapped> all,
      Map<ArmId, Ledger> ledgers,
      Duration alertAge,
      Instant now) {
    List<Entry> holding = since(all, ledgers, SweepOverview::oldestHold);
    List<Ledger.Hold> holds =
        holding.stream().flatMap(entry -> entry.ledger().holds().stream()).toList();
    fields.put("holds", holds.size());
    fields.put("holdsOverAge", holds.stream().filter(h -> over(h.since(), alertAge, now)).count());
    fields.put("holdOldestSeconds", oldest(holding, now));
    List<Map<String, Object>> shown = new ArrayList<>();
    for (Entry entry : holding) {
      Map<String, Object> one = named(entry);
      one.put("holds", entry.ledger().holds().size());
      one.put("oldestSeconds", seconds(entry.since(), now));
      one.put(
          "reasons",
          entry.ledger().holds().stream().map(h -> h.reason().name()).distinct().sorted().toList());
      shown.add(one);
    }
    fields.put("holding", shown);
  }

  private static void diverged(
      Map<String, Object> fields,
      List<Mapped> all,
      Map<ArmId, Ledger> ledgers,
      Duration alertAge,
      Instant now) {
    List<Entry> diverged =
        since(
            all,
            ledgers,
            ledger -> observed(ledger).isPresent() ? Optional.empty() : ledger.divergedSince());
    fields.put("diverged", diverged.size());
    fields.put("divergedOldestSeconds", oldest(diverged, now));
    fields.put(
        "divergedOverAge", diverged.stream().filter(e -> over(e.since(), alertAge, now)).count());
    List<Map<String, Object>> shown = new ArrayList<>();
    for (Entry entry : diverged) {
      Map<String, Object> one = named(entry);
      one.put("outcome", entry.ledger().outcome().map(Enum::name).orElse(""));
      one.put("seconds", seconds(entry.since(), now));
      shown.add(one);
    }
    fields.put("diverging", shown);
  }

  private static void ages(
      Map<String, Object> fields, String name, String list, List<Entry> entries, Instant now) {
    fields.put(name, entries.size());
    fields.put(name + "OldestSeconds", oldest(entries, now));
    List<Map<String, Object>> shown = new ArrayList<>();
    for (Entry entry : entries) {
      Map<String, Object> one = named(entry);
      one.put("seconds", seconds(entry.since(), now));
      shown.add(one);
    }
    fields.put(list, shown);
  }

  private static Map<String, Object> named(Entry entry) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("loadBalancer", entry.mapped().id().key());
    one.put("cluster", entry.mapped().cluster());
    return one;
  }

  private static Optional<Instant> oldestHold(Ledger ledger) {
    return ledger.holds().stream().map(Ledger.Hold::since).min(Comparator.naturalOrder());
  }

  private static Optional<Instant> observed(Ledger ledger) {
    return ledger
        .modeSince()
        .filter(since -> since.mode() == Mode.OBSERVE)
        .map(Ledger.ModeSince::at);
  }

  /** Oldest first. */
  private static List<Entry> since(
      List<Mapped> all, Map<ArmId, Ledger> ledgers, Function<Ledger, Optional<Instant>> of) {
    List<Entry> entries = new ArrayList<>();
    for (Mapped one : all) {
      Ledger ledger = ledgers.getOrDefault(one.id(), Ledger.EMPTY);
      of.apply(ledger).ifPresent(at -> entries.add(new Entry(one, ledger, at)));
    }
    entries.sort(Comparator.comparing(Entry::since));
    return entries;
  }

  private static long oldest(List<Entry> entries, Instant now) {
    return entries.isEmpty() ? 0 : seconds(entries.get(0).since(), now);
  }

  private static boolean over(Instant since, Duration age, Instant now) {
    return since.plus(age).isBefore(now);
  }

  /** Clocks differ: never negative. */
  static long seconds(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toSeconds());
  }
}
