package io.poolkeeper.flow;

import static io.poolkeeper.testing.Ingesting.ingest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests and events: early, late, repeated, unreadable, never wrong. */
final class MessagesTest {

  private static TestBed wanting(String... nodes) {
    return TestBed.standard().wants("a", nodes);
  }

  private static ReconcileReport deliver(TestBed bed, String message) {
    RequestCodec.Decoded decoded = RequestCodec.read(message);
    return new Reconciler(bed.ports(), bed.settings())
        .handle(
            new Delivery(
                message, decoded.request(), decoded.reason(), Optional.of(bed.time.now()), 1));
  }

  private static String event(String type, Instant at, String data) {
    return """
        {"id":"e","eventType":"%s","subject":"%s","eventTime":"%s","topic":"/t",%s
        "dataVersion":"2","metadataVersion":"1"}"""
        .formatted(type, TestBed.LB.text(), at, data);
  }

  @Test
  @DisplayName("F19 a message delivered again after its work was done writes nothing")
  void deliveredAgainItWritesNothing() {
    TestBed bed = wanting("n1");
    Instant inserted = bed.time.now();
    bed.later(Duration.ofSeconds(10));
    assertEquals(Outcome.UPDATED, bed.deliver(bed.request(), inserted, 1).outcome());
    assertEquals(Outcome.UNCHANGED, bed.deliver(bed.request(), inserted, 2).outcome());
    assertEquals(1, bed.arm.puts());
  }

  @Test
  @DisplayName("F20 plain and Base64 messages are read; an unreadable one is set aside at once")
  void plainAndBase64AreRead() {
    TestBed bed = wanting("n1");
    String plain = RequestCodec.write(bed.request(), RequestCodec.Encoding.PLAIN);
    assertEquals(Outcome.UPDATED, deliver(bed, plain).outcome());
    String base64 = Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    assertEquals(Outcome.UNCHANGED, deliver(bed, base64).outcome());
    bed.tape.restart();
    ReconcileReport report = deliver(bed, "{\"v\":1,\"loadBalancer\":7}");
    assertEquals(Outcome.SET_ASIDE, report.outcome());
    assertEquals(List.of("poison.record"), bed.tape.calls(), "at the first try");
    assertTrue(bed.poison.kept().get(0).message().startsWith("{\"v\":1,\"loadBalancer\":7"));
    assertFalse(bed.poison.kept().get(0).reason().isBlank());
    assertEquals(bed.poison.kept().get(0).reason(), report.reason());
  }

  @Test
  @DisplayName("F22 the event about our own write leads to one run without a write, then silence")
  void theEventAboutOurOwnWrite() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.later(Duration.ofSeconds(20));
    String written = "\"data\":{\"status\":\"Succeeded\"},";
    ingest(bed, event("Microsoft.Resources.ResourceWriteSuccess", bed.time.now(), written));
    assertEquals(1, bed.drain(5));
    assertEquals("UNCHANGED", bed.said("outcome"));
    assertEquals(1, bed.arm.puts());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  @DisplayName("F23 odd events are acknowledged; an event only means: look at this load balancer")
  void oddEventsAreAcknowledged() {
    TestBed bed = wanting("n1");
    Instant now = bed.time.now();
    String success = "Microsoft.Resources.ResourceWriteSuccess";
    List<String> nothingForUs =
        List.of(
            event("Some.Unknown.Type", now, "\"data\":{},"),
            event("Microsoft.EventGrid.SubscriptionValidationEvent", now, "\"data\":{},"),
            "[]",
            "[7]",
            "{}",
            "noise",
            "");
    for (String text : nothingForUs) {
      ingest(bed, text);
      assertEquals(List.of(), bed.queue.sent(), text);
      assertEquals("events ingested", bed.reports.last().event());
    }
    String newer = event(success, now, "\"data\":{},");
    String older = event(success, now.minusSeconds(3600), "");
    ingest(bed, "[" + newer + "," + older + "]");
    Request request = bed.onlyCopy().request();
    assertEquals(TestBed.LB, request.loadBalancer());
    assertEquals(Optional.empty(), request.causedAt(), "an event's clock decides nothing");
    bed.drain(1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F26 a service that leaves the mapping while its request waits causes no write")
  void aServiceThatLeftCausesNoWrite() {
    TestBed bed = wanting("n1").pool("ns-a", "10.0.0.1").pool("ns-b", "10.0.0.2");
    bed.wants("b", "n3");
    Request request = bed.request();
    bed.wants(Map.of("a", List.of("n1")));
    assertEquals(Outcome.UNCHANGED, bed.run(request).outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-b"), "no longer named: untouched");
  }

  @Test
  @DisplayName("F27 a service that leaves neither delays nor changes what is done for the others")
  void aServiceThatLeftDelaysNobody() {
    TestBed bed = wanting("n1", "n2").wants("b", "n3").wants("c", "n4");
    bed.run();
    bed.wants(Map.of("a", List.of("n2"), "c", List.of("n5")));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-a"));
    assertEquals(List.of("10.0.0.3"), bed.members("ns-b"));
    assertEquals(List.of("10.0.0.5"), bed.members("ns-c"));
    assertTrue(bed.said("warnings").contains("ORPHANED_POOL"), bed.said("warnings"));
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  @DisplayName("F33 work that arrives during ARM calls is not lost and does not block its producer")
  void workThatArrivesDuringArmCalls() {
    TestBed bed = wanting("n1");
    bed.arm.beforePut(
        0,
        () -> {
          bed.wants("a", "n1", "n2");
          assertEquals(Outcome.LOCK_BUSY, bed.outcome());
          bed.wants("a", "n1", "n2", "n3");
        });
    bed.run();
    bed.drain(5);
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  @DisplayName("F45 a worker told to stop calls nothing, alarms nobody, leaves the work queued")
  void toldToStopItLeavesTheWorkQueued() {
    TestBed bed = wanting("n1");
    bed.stopping = true;
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertEquals("info", bed.said("severity"), "nobody is alarmed");
    assertEquals(List.of("queue.send"), bed.tape.calls(), "nothing is called");
    FakeWorkQueue.Sent copy = bed.onlyCopy();
    assertEquals(0, copy.request().attempt());
    bed.stopping = false;
    bed.drain(1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }
}
