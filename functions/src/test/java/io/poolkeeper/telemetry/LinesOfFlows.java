package io.poolkeeper.telemetry;

import static io.poolkeeper.testing.Ingesting.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.app.Poolkeeper;
import io.poolkeeper.ingest.Poison;
import io.poolkeeper.ingest.RiskWatch;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.PortException;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.RecordedReports;
import io.poolkeeper.testing.TestBed;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** The lines of worlds in which everything that a line can say happens once. */
public final class LinesOfFlows {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String GROUP = TestBed.LB.resourceGroupId().text();

  private LinesOfFlows() {}

  /** What runs, sweeps and deliveries report, before it becomes text. */
  public static List<RecordedReports.Line> reported() {
    return worlds().stream().flatMap(List::stream).toList();
  }

  /** The same by world. */
  public static List<List<RecordedReports.Line>> worlds() {
    return Stream.of(
            holding(),
            held(),
            observed(),
            failed(),
            refused(),
            skipped(),
            paused(),
            setAside(),
            swept(),
            atRisk(),
            ingested(),
            poisoned())
        .map(bed -> bed.reports.lines())
        .toList();
  }

  static List<JsonNode> all(boolean hashed) throws IOException {
    List<String> texts = new ArrayList<>();
    JsonLineReports reports =
        new JsonLineReports((level, line) -> texts.add(line), hashed, Optional::empty);
    reported().forEach(line -> reports.report(line.event(), line.fields()));
    texts.addAll(ofProcesses());
    List<JsonNode> lines = new ArrayList<>();
    for (String text : texts) {
      lines.add(MAPPER.readTree(text));
    }
    return lines;
  }

  private static TestBed holding() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1", "n2").pool("ns-a", "10.0.0.1", "10.0.0.3");
    bed.run();
    return bed;
  }

  private static TestBed held() {
    TestBed bed = holding();
    bed.pool("ns-a", "10.0.0.1");
    bed.later(Duration.ofMinutes(5));
    bed.run();
    bed.natGateway = true;
    bed.later(Duration.ofMinutes(5));
    bed.run();
    bed.wants(Map.of("b", List.of("n2")));
    bed.run();
    return bed;
  }

  private static TestBed observed() {
    TestBed bed = TestBed.standard();
    bed.mode = Mode.OBSERVE;
    bed.wants("a", "n1").pool("ns-a", "10.0.0.2");
    bed.run();
    bed.sweep();
    return bed;
  }

  private static TestBed failed() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    bed.run();
    bed.later(Duration.ofMinutes(1));
    bed.sweep();
    return bed;
  }

  private static TestBed refused() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2");
    bed.arm.failNext("ns-a", FakeLoadBalancers.memberRejected("10.0.0.1"));
    bed.run();
    return bed;
  }

  private static TestBed skipped() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.removePool(TestBed.LB, "ns-a");
    bed.run();
    return bed;
  }

  private static TestBed paused() {
    TestBed bed = holding();
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    bed.run();
    bed.later(Duration.ofDays(8));
    bed.sweep();
    return bed;
  }

  private static TestBed setAside() {
    TestBed bed = TestBed.standard();
    new Reconciler(bed.ports(), bed.settings())
        .handle(new Delivery("text", Optional.empty(), "no JSON", Optional.empty(), 1));
    return bed;
  }

  /** Another cluster's mapping is refused, for what it says of a node. */
  private static TestBed swept() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    bed.documents.putMapping("later", bed.mapping("later", 1));
    String bad = bed.mapping("other", 1).replace("[\"n1\"]", "[\"secret-node\"]");
    bed.documents.putMapping("other", bad.replace("10.0.0.2", "10.9.9.9.9"));
    bed.run(Request.first("other", ArmId.of(TestBed.LB.text() + "-2"), Cause.OPERATOR));
    EventSources sources =
        new EventSources() {
          @Override
          public void seen(String source, Instant at) {
            throw new IllegalStateException("a sweep sees no event");
          }

          @Override
          public Map<String, Instant> lastSeen() {
            return Map.of(GROUP, bed.time.now().minusSeconds(90));
          }
        };
    bed.arm.failNextRead(FakeLoadBalancers.failedRead(ReadKind.FAILED, Optional.empty()));
    new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings(), Optional.empty(), sources)
        .run();
    return bed;
  }

  private static TestBed atRisk() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1", "n2").pool("ns-a", "10.0.0.1", "10.0.0.2");
    risks(bed, new RiskWatch(bed.ports(), bed.settings()));
    bed.tape.around(LinesOfFlows::withoutInventory);
    risks(bed, new RiskWatch(bed.ports(), bed.settings()));
    return bed;
  }

  private static void risks(TestBed bed, RiskWatch watch) {
    new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings(), Optional.of(watch)).run();
  }

  private static <T> T withoutInventory(String call, Supplier<T> effect) {
    if (call.equals("arm.inventory")) {
      throw new PortException("read", "the network", "as the test says");
    }
    return effect.get();
  }

  private static TestBed ingested() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    String nic = GROUP + "/providers/Microsoft.Network/networkInterfaces/nic-1";
    bed.later(Duration.ofSeconds(5));
    ingest(bed, "[" + event(TestBed.LB.text()) + "," + event(nic) + "]");
    bed.later(Duration.ofSeconds(3));
    bed.queue.takeAll().forEach(sent -> bed.deliver(sent.request(), sent.insertedAt(), 1));
    bed.documents.putMapping(TestBed.CLUSTER, "{}");
    ingest(bed, event(TestBed.LB.text()));
    ingest(bed, "noise");
    return bed;
  }

  private static String event(String resource) {
    return "{\"id\":\"e1\",\"eventType\":\"Microsoft.Resources.ResourceWriteSuccess\",\"subject\":\""
        + resource
        + "\",\"eventTime\":\"2026-12-01T12:00:00Z\",\"data\":{\"resourceUri\":\""
        + resource
        + "\",\"operationName\":\"x/write\",\"status\":\"Succeeded\"},\"dataVersion\":\"2\"}";
  }

  private static TestBed poisoned() {
    TestBed bed = TestBed.standard();
    new Poison(bed.poison, bed.queue, bed.time, bed.reports)
        .accept("text", Optional.of(bed.request()), "");
    return bed;
  }

  /** What a process says while it starts. */
  private static List<String> ofProcesses() {
    List<String> lines = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger process = Logger.getLogger("io.poolkeeper");
    process.addHandler(handler);
    try {
      Poolkeeper.startProcess();
      Map<String, String> environment = new TreeMap<>();
      environment.put("POOLKEEPER_STATE", "UseDevelopmentStorage=true");
      environment.put("POOLKEEPER_DATA", "UseDevelopmentStorage=true");
      environment.put("POOLKEEPER_SWEEP_SCHEDULE", "0 * * * * *");
      environment.put("POOLKEEPER_MOED", "apply");
      Poolkeeper.of(environment, new AtomicBoolean());
    } finally {
      process.removeHandler(handler);
    }
    return lines;
  }
}
