package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsTest {
  private static final String LB = SmallWorld.balancerId("lb");
  private static final String WEB = SmallWorld.poolId("lb", "web");
  private static final String API = SmallWorld.poolId("lb", "api");

  private static Local local(Options options) {
    return new Local(
        options,
        new SmallWorld()
            .balancer("lb")
            .pool("lb", "web", "Tcp", true, "10.0.0.4")
            .pool("lb", "api", "Tcp", true)
            .machine("10.0.0.4"));
  }

  private static String state(Local arm, String path) {
    return Json.text(arm.get(path).body(), "properties", "provisioningState");
  }

  private static List<String> members(Local arm, String pool) {
    return PoolBody.members((ObjectNode) arm.get(pool).body());
  }

  @Test
  void operationEndsAfterItsPolls() {
    Local arm = local(new Options().operationPolls(2).pollRetryAfterSeconds(3));
    Reply write = arm.put(WEB, SmallWorld.body("10.0.0.4", "10.0.0.5"));
    assertEquals("Updating", Json.text(write.body(), "properties", "provisioningState"));
    assertEquals("Updating", state(arm, WEB));
    assertEquals("Updating", state(arm, LB));
    assertEquals("Succeeded", state(arm, API));
    Reply first = arm.poll(write);
    assertEquals("InProgress", Json.text(first.body(), "status"));
    assertEquals("3", first.headers().get("Retry-After"));
    assertNull(arm.writes().get(0).finishedAt());
    assertEquals("InProgress", Json.text(arm.poll(write).body(), "status"));
    assertEquals("Succeeded", Json.text(arm.poll(write).body(), "status"));
    assertEquals("Succeeded", state(arm, LB));
    assertEquals("Succeeded", arm.writes().get(0).outcome());
  }

  @Test
  void operationEndsWithTimeAlthoughNobodyPolls() {
    Local arm = local(new Options().operationMillis(5_000));
    arm.put(WEB, SmallWorld.body("10.0.0.4", "10.0.0.5"));
    arm.clock.pass(Duration.ofMillis(4_999));
    assertEquals("Updating", state(arm, LB));
    arm.clock.pass(Duration.ofMillis(1));
    assertEquals("Succeeded", state(arm, LB));
    WriteRecord write = arm.writes().get(0);
    assertEquals(Duration.ofSeconds(5), Duration.between(write.startedAt(), write.finishedAt()));
  }

  @Test
  void rebuiltOperationUrlIsNotFound() {
    Local arm = local(new Options());
    String url =
        arm.put(WEB, SmallWorld.body())
            .headers()
            .get("Azure-AsyncOperation")
            .substring("https://sim".length());
    assertEquals(200, arm.call("GET", url, null, "").status());
    assertEquals(404, arm.call("GET", url.substring(0, url.indexOf("&c=")), null, "").status());
  }

  @Test
  void newerWriteCancelsTheRunningOneAndUndoesIt() {
    Local arm = local(new Options().operationManual(true));
    Reply first = arm.put(WEB, SmallWorld.body("10.0.0.4", "10.0.0.5"));
    Reply second = arm.put(API, SmallWorld.body("10.0.0.6"));
    JsonNode end = arm.poll(first).body();
    assertEquals("Canceled", Json.text(end, "status"));
    JsonNode detail = end.at("/error/details/0");
    assertEquals("CanceledAndSupersededDueToAnotherOperation", Json.text(detail, "code"));
    assertTrue(Json.text(detail, "message").contains("PutLoadBalancerBackendAddressPoolOperation"));
    assertEquals(List.of("10.0.0.4"), members(arm, WEB));
    assertEquals(List.of("10.0.0.6"), members(arm, API));
    assertEquals("InProgress", Json.text(arm.poll(second).body(), "status"));
    assertEquals(
        List.of("Canceled", "InProgress"),
        arm.writes().stream().map(WriteRecord::outcome).toList());
    assertTrue(arm.writes().get(1).onBusy());
  }

  @Test
  void runningOperationMayAlsoRefuseTheNewerWrite() {
    Local conflict =
        local(new Options().operationManual(true).whileBusy(Options.WhileBusy.CONFLICT));
    conflict.put(WEB, SmallWorld.body());
    Reply refused = conflict.put(API, SmallWorld.body("10.0.0.6"));
    assertEquals(409, refused.status());
    assertEquals("AnotherOperationInProgress", Json.text(refused.body(), "error", "code"));
    Local retryable =
        local(new Options().operationManual(true).whileBusy(Options.WhileBusy.RETRYABLE));
    retryable.put(WEB, SmallWorld.body());
    Reply later = retryable.put(API, SmallWorld.body("10.0.0.6"));
    assertEquals(429, later.status());
    assertEquals("RetryableError", Json.text(later.body(), "error", "code"));
    assertEquals(1, retryable.writes().size());
  }

  @Test
  void operationThatFailsIsUndoneAndShown() {
    Local arm = local(new Options());
    arm.engine.faults.add(Fault.on("PUT", "/web$").operation(1, "Failed"));
    Reply write = arm.put(WEB, SmallWorld.body());
    assertEquals(200, write.status());
    arm.poll(write);
    assertEquals("Failed", Json.text(arm.poll(write).body(), "status"));
    assertEquals(List.of("10.0.0.4"), members(arm, WEB));
    assertEquals("Failed", state(arm, LB));
    arm.put(WEB, SmallWorld.body("10.0.0.5"));
    assertEquals("Succeeded", state(arm, LB));
  }

  @Test
  void etagMayMoveOnceMoreWhenTheOperationEnds() {
    Local still = local(new Options().operationMillis(10));
    Local moving = local(new Options().operationMillis(10).etagMovesAtEnd(true));
    String accepted = Json.text(still.put(WEB, SmallWorld.body()).body(), "etag");
    String moved = Json.text(moving.put(WEB, SmallWorld.body()).body(), "etag");
    still.clock.pass(Duration.ofMillis(10));
    moving.clock.pass(Duration.ofMillis(10));
    assertEquals(accepted, still.etag(WEB));
    assertNotEquals(moved, moving.etag(WEB));
  }

  @Test
  void writesOverlapOnlyWhileTheFirstRuns() {
    Local arm = local(new Options().operationMillis(1_000));
    arm.put(WEB, SmallWorld.body("10.0.0.4", "10.0.0.5"));
    arm.clock.pass(Duration.ofMillis(1_000));
    arm.put(WEB, SmallWorld.body("10.0.0.4"));
    assertEquals(List.of(), arm.engine.log(WriteLog::overlaps));
    arm.clock.pass(Duration.ofMillis(500));
    arm.put(API, SmallWorld.body("10.0.0.4"));
    assertEquals(
        List.of("2,3"), arm.engine.log(WriteLog::overlaps), "the third came while the second ran");
  }

  @Test
  void additionCountsOnlyWhenItsOperationEnded() {
    Local arm = local(new Options().operationManual(true).whileBusy(Options.WhileBusy.SUPERSEDE));
    arm.put(API, SmallWorld.body("10.0.0.4"));
    arm.put(WEB, SmallWorld.body());
    assertEquals(
        1, arm.strandings().size(), "the pool was left while the way in was not confirmed");
    assertEquals("REMOVAL", arm.strandings().get(0).cause());
    Local patient = local(new Options().operationManual(true));
    patient.put(API, SmallWorld.body("10.0.0.4"));
    patient.engine.act(Json.object().put("action", "complete").put("loadBalancer", "lb"));
    patient.put(WEB, SmallWorld.body());
    assertEquals(List.of(), patient.strandings());
  }
}
