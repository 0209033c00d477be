package io.poolkeeper.ingest;

import io.poolkeeper.ingest.MappedLoadBalancers.Mapped;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.mapping.Slice;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.Reports;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.port.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Events to requests, one a load balancer. An event only means: look there. Events of our own
 * writes are not dropped: a run that finds nothing to do absorbs them, and a late write is seen.
 */
public final class Ingest {
  private static final String LOAD_BALANCER = "microsoft.network/loadbalancers";
  private static final String MAPPINGS = "mappings";
  private static final String CONTROLS = "controls";
  private static final String MAPPING_FILE = "/mapping.json";
  private static final String CONTROLS_FILE = "/controls.json";

  /** Root types whose change can open or close a way out, or move a machine. */
  private static final Set<String> EGRESS_OR_MACHINE =
      Set.of(
          "microsoft.network/natgateways",
          "microsoft.network/routetables",
          "microsoft.network/virtualnetworks",
          "microsoft.network/publicipaddresses",
          "microsoft.network/publicipprefixes",
          "microsoft.network/networkinterfaces",
          "microsoft.compute/virtualmachines",
          "microsoft.compute/virtualmachinescalesets");

  private final Documents documents;
  private final DocumentCache cache;
  private final Ledgers ledgers;
  private final WorkQueue queue;
  private final Parallel parallel;
  private final Reports reports;
  private final TimeSource time;
  private final EventSources sources;

  public Ingest(
      Documents documents,
      DocumentCache cache,
      Ledgers ledgers,
      WorkQueue queue,
      Parallel parallel,
      Reports reports,
      TimeSource time,
      EventSources sources) {
    this.documents = documents;
    this.cache = cache;
    this.ledgers = ledgers;
    this.queue = queue;
    this.parallel = parallel;
    this.reports = reports;
    this.time = time;
    this.sources = sources;
  }

  /** One delivery while it is looked at: what is read is read once. */
  private final class Delivery {
    private final Map<ArmId, Request> asked = new LinkedHashMap<>();
    private final List<Map<String, Object>> ignored = new ArrayList<>();
    private final List<Map<String, Object>> problems = new ArrayList<>();
    private final Set<String> looked = new HashSet<>();
    private int matches;
    private Optional<List<Mapped>> everything = Optional.empty();
    private Optional<String> refusals = Optional.empty();
    private boolean lookedIntoMappings;
    private Optional<Map<ArmId, Ledger>> everyLedger = Optional.empty();

    List<Mapped> everything() {
      lookedIntoMappings = true;
      if (everything.isEmpty()) {
        MappedLoadBalancers read = new MappedLoadBalancers(cache, documents.clusters());
        problems.addAll(read.problems());
        refusals = read.refusal();
        everything = Optional.of(read.all());
      }
      return everything.get();
    }

    Map<ArmId, Ledger> everyLedger() {
      if (everyLedger.isEmpty()) {
        everyLedger = Optional.of(MappedLoadBalancers.ledgers(ledgers, parallel, everything()));
      }
      return everyLedger.get();
    }

    void ask(Mapped mapped, Cause cause) {
      matches++;
      asked.putIfAbsent(mapped.id(), Request.first(mapped.cluster(), mapped.id(), cause));
    }

    void ignore(String type, String id, String what, String reason) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("type", type);
      line.put("id", id);
      line.put("subject", what);
      line.put("reason", reason);
      ignored.add(line);
    }
  }

  /**
   * @param text a delivery as it came: one event or a list, either schema
   * @param envelope what a strict reader of the envelope says, for the report
   * @throws io.poolkeeper.port.PortException if storage cannot be asked: the sender delivers again
   */
  public void accept(String text, String envelope) {
    EventBatch batch = EventReader.read(text);
    Delivery delivery = new Delivery();
    Instant now = time.now();
    Optional<RuntimeException> failure = Optional.empty();
    try {
      handle(delivery, batch, now);
    } catch (RuntimeException e) {
      failure = Optional.of(e);
      throw e;
    } finally {
      IngestLine line = new IngestLine(batch, now);
      Map<String, Object> fields = line.fields(envelope, delivery.asked.values(), failure);
      fields.put("ignored", delivery.ignored);
      fields.put("ignoredCount", delivery.ignored.size());
      fields.put("mappings", delivery.problems);
      if (!delivery.problems.isEmpty()) {
        fields.put("severity", "warning");
      }
      reports.report("events ingested", fields);
    }
  }

  private void handle(Delivery delivery, EventBatch batch, Instant now) {
    for (EventBatch.Ignored ignored : batch.ignored()) {
      delivery.ignore(ignored.type(), ignored.id(), "", ignored.reason());
    }
    batch.events().forEach(event -> look(delivery, event));
    delivery.asked.values().forEach(request -> queue.send(request, Duration.ZERO));
    batch.events().stream().map(IngestLine::source).distinct().forEach(s -> sources.seen(s, now));
  }

  private void look(Delivery delivery, ResourceEvent event) {
    int before = delivery.matches;
    delivery.lookedIntoMappings = false;
    // storage is asked once about each, however often it is named
    String named = named(event);
    if (!delivery.looked.add(named)) {
      return;
    }
    String nothing =
        event.blob().isPresent()
            ? blob(delivery, event.blob().get())
            : resource(delivery, event.resourceId().orElseThrow());
    if (delivery.lookedIntoMappings && delivery.refusals.isPresent()) {
      nothing += "; not looked into: " + delivery.refusals.get();
    }
    if (delivery.matches == before) {
      delivery.ignore(event.type().name(), event.id(), named, nothing);
    }
  }

  private static String named(ResourceEvent event) {
    return event
        .blob()
        .map(blob -> blob.container() + "/" + blob.path())
        .orElseGet(() -> event.resourceId().map(ArmId::key).orElse(""));
  }

  /** Each returns why, if nothing was asked for. */
  private String resource(Delivery delivery, ArmId id) {
    if (id.isResourceGroup()) {
      return "a resource group by itself changes no pool";
    }
    ArmId root = id.root();
    if (root.isOfType(LOAD_BALANCER)) {
      delivery.everything().stream()
          .filter(mapped -> mapped.id().equals(root))
          .forEach(mapped -> delivery.ask(mapped, Cause.EVENT));
      askThoseWithHolds(delivery);
      return "no mapping names this load balancer, and no other holds a removal";
    }
    if (!EGRESS_OR_MACHINE.contains(root.type())) {
      return "this type of resource decides neither pools nor egress";
    }
    askThoseWithHolds(delivery);
    return "no load balancer holds a removal";
  }

  /**
   * Any of them may lean on what has changed, or could from now on: a load balancer that nobody
   * maps as well as one of ours.
   */
  private void askThoseWithHolds(Delivery delivery) {
    for (Mapped mapped : delivery.everything()) {
      if (!delivery.asked.containsKey(mapped.id())) {
        Ledger ledger = delivery.everyLedger().get(mapped.id());
        if (ledger.remembersRemovals() || ledger.startedNotFinished()) {
          delivery.ask(mapped, Cause.HOLD);
        }
      }
    }
  }

  private String blob(Delivery delivery, ResourceEvent.BlobName blob) {
    if (blob.container().equals(MAPPINGS) && blob.path().endsWith(MAPPING_FILE)) {
      return mapping(delivery, cluster(blob, MAPPING_FILE));
    }
    if (blob.container().equals(CONTROLS) && blob.path().endsWith(CONTROLS_FILE)) {
      return controls(delivery, cluster(blob, CONTROLS_FILE));
    }
    return "neither a mapping nor a controls document";
  }

  private static String cluster(ResourceEvent.BlobName blob, String file) {
    return blob.path().substring(0, blob.path().length() - file.length());
  }

  /** Also those that an earlier version, or its absence, stopped: equal parts do not show that. */
  private String mapping(Delivery delivery, String cluster) {
    MappedLoadBalancers read = new MappedLoadBalancers(cache, List.of(cluster));
    delivery.problems.addAll(read.problems());
    Map<ArmId, Ledger> known = MappedLoadBalancers.ledgers(ledgers, parallel, read.all());
    for (Mapped mapped : read.all()) {
      String slice = Slice.hash(mapped.mapping(), mapped.entry().name());
      Ledger ledger = known.get(mapped.id());
      Optional<String> seen = ledger.mapping().map(Ledger.MappingSeen::slice);
      if (!seen.equals(Optional.of(slice)) || SweepDecision.mappingWasInTheWay(ledger)) {
        delivery.ask(mapped, Cause.MAPPING);
      }
    }
    return read.refusal().orElse("no load balancer's part of the mapping has changed");
  }

  /** Modes, pauses and approvals matter to those that could not do all that they wanted. */
  private String controls(Delivery delivery, String cluster) {
    MappedLoadBalancers read = new MappedLoadBalancers(cache, List.of(cluster));
    delivery.problems.addAll(read.problems());
    Map<ArmId, Ledger> known = MappedLoadBalancers.ledgers(ledgers, parallel, read.all());
    for (Mapped mapped : read.all()) {
      Ledger ledger = known.get(mapped.id());
      boolean done = ledger.outcome().map(outcome -> outcome.covers()).orElse(false);
      if (!done || ledger.remembersRemovals() || ledger.askAgain().isPresent()) {
        delivery.ask(mapped, Cause.OPERATOR);
      }
    }
    return read.refusal().orElse("no load balancer waits for the controls");
  }

  static List<Map<String, Object>> asked(Iterable<Request> requests) {
    List<Map<String, Object>> asked = new ArrayList<>();
    for (Request request : requests) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("cluster", request.cluster());
      line.put("loadBalancer", request.loadBalancer().key());
      line.put("cause", request.cause().name());
      asked.add(line);
    }
    return asked;
  }
}
