package io.poolkeeper.ingest;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the line of one delivery says of its events. */
record IngestLine(EventBatch batch, Instant now) {

  /** Who sent it: a topic is made for a resource group or a storage account. */
  static String source(ResourceEvent event) {
    return event
        .blob()
        .map(blob -> "storage/" + blob.account())
        .orElseGet(() -> event.resourceId().map(ArmId::resourceGroupId).map(ArmId::key).orElse(""));
  }

  Map<String, Object> fields(
      String envelope, Collection<Request> asked, Optional<RuntimeException> failure) {
    long unreadable =
        batch.ignored().stream().filter(one -> one.why() == EventBatch.Why.UNREADABLE).count();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", failure.isPresent() || unreadable > 0 ? "warning" : "info");
    fields.put("envelope", envelope);
    fields.put("events", batch.events().size() + batch.ignored().size());
    fields.put("eventLagMs", lag(batch.events()));
    fields.put("sources", sources());
    fields.put("asked", Ingest.asked(asked));
    fields.put("askedCount", asked.size());
    fields.put("unreadableCount", unreadable);
    fields.put("failure", failure.map(Throwable::getMessage).orElse(""));
    return fields;
  }

  private List<Map<String, Object>> sources() {
    Map<String, List<ResourceEvent>> bySource = new TreeMap<>();
    batch
        .events()
        .forEach(
            event -> bySource.computeIfAbsent(source(event), s -> new ArrayList<>()).add(event));
    List<Map<String, Object>> sources = new ArrayList<>();
    bySource.forEach(
        (source, events) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("source", source);
          one.put("events", events.size());
          one.put("lagMs", lag(events));
          sources.add(one);
        });
    return sources;
  }

  /** Of the oldest; clocks differ, so never negative. */
  private long lag(List<ResourceEvent> events) {
    return events.stream()
        .flatMap(event -> event.time().stream())
        .mapToLong(at -> now.toEpochMilli() - at.toEpochMilli())
        .max()
        .stream()
        .map(lag -> Math.max(0, lag))
        .findFirst()
        .orElse(0);
  }
}
