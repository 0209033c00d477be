package io.poolkeeper.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Scope;
import io.poolkeeper.state.GateCodec;
import io.poolkeeper.state.LedgerCodec;
import io.poolkeeper.testing.Fleet;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody could do who may write what the app reads; docs/security.md names the limits. */
final class ForgedStateTest {
  private static final String FAR = "2999-12-31T23:59:59Z";
  private static final String BEYOND = "9999-12-31T23:59:59Z";

  private static TestBed diverged() {
    return TestBed.standard().wants("a", "n1");
  }

  private static byte[] ledger(String fields) {
    return ("{\"format\":1,\"loadBalancer\":\"" + TestBed.LB + "\"," + fields + "}")
        .replace('\'', '"')
        .getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'coveredThrough':'" + FAR + "'",
        "'coveredThrough':'" + BEYOND + "'",
        "'notBefore':'" + FAR + "'",
        "'startedAt':'" + FAR + "','finishedAt':'" + FAR + "'",
        "'askAgain':{'step':1000000000,'at':'" + FAR + "'}",
        "'modeSince':{'mode':'observe','at':'" + FAR + "'}",
        "'brake':{'since':'" + FAR + "','base':1000000000}",
        "'mapping':{'epoch':9223372036854775807,'revision':1,'etag':'e','slice':'s'}",
        "'mapping':{'epoch':0,'revision':9223372036854775807,'etag':'e','slice':'s'}",
        "'cluster':null,'history':null,'holds':null"
      })
  void aForgedLedgerNeitherPassesOverARequestNorStopsTheWork(String fields) {
    TestBed bed = diverged();
    bed.ledgers.putRaw(TestBed.LB, ledger(fields));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void theHighestBelievableRevisionStopsWritesIsToldAndEndsWithTheLedger() {
    TestBed bed = diverged();
    bed.ledgers.putRaw(
        TestBed.LB,
        ledger(
            "'mapping':{'epoch':2147483647,'revision':9007199254740991,'etag':'e','slice':'s'}"));
    assertEquals(Outcome.STALE_MAPPING, bed.outcome());
    assertEquals(0, bed.arm.puts());
    bed.ledgers.putRaw(TestBed.LB, new byte[0]);
    assertEquals(Outcome.UPDATED, bed.outcome());
  }

  @Test
  void aHistoryWithoutEndIsCutAndALedgerWithoutEndIsNotRead() {
    String entry =
        "{'at':'2026-01-01T00:00:00Z','reconcileId':'r','outcome':'UPDATED','added':1,'removed':0,"
            + "'held':0}";
    byte[] bomb = ledger("'history':[" + (entry + ",").repeat(5_000) + entry + "]");
    assertTrue(bomb.length < LedgerCodec.MAX_BYTES);
    TestBed bed = diverged();
    bed.ledgers.putRaw(TestBed.LB, bomb);
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertTrue(bed.ledger().history().size() <= Ledger.MAX_HISTORY);
    bed.ledgers.putRaw(TestBed.LB, new byte[LedgerCodec.MAX_BYTES + 1]);
    assertEquals(Outcome.UNCHANGED, bed.outcome());
  }

  @Test
  void forgedHoldsKeepNothingThatTheGuardWouldLetGo() {
    TestBed bed = TestBed.standard().wants("a").pool("ns-a", "10.0.0.1");
    bed.ledgers.putRaw(
        TestBed.LB,
        ledger(
            "'holds':[{'pool':'ns-a','address':'10.0.0.1','strength':{'TCP':'CERTAIN'},'reason':"
                + "'WOULD_STRAND_EGRESS','since':'"
                + FAR
                + "','judgedAt':'"
                + FAR
                + "'}]"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of(), bed.members("ns-a"), "the NAT gateway is as strong as the hold says");
  }

  @Test
  void aForgedNoneSinceReleasesNothingByItself() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.ledgers.putRaw(
        TestBed.LB,
        ledger(
            "'holds':[{'pool':'ns-a','address':'10.0.0.1','strength':{'TCP':'NONE'},'reason':"
                + "'WOULD_STRAND_EGRESS','since':'2020-01-01T00:00:00Z','judgedAt':"
                + "'2020-01-01T00:00:00Z','noneSince':'2020-01-01T00:00:00Z'}]"));
    bed.run();
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "it has a way out, judged anew");
  }

  @Test
  void aMessageIsOnlyAKeyWhateverItNames() {
    TestBed bed = diverged();
    ArmId foreign = ArmId.of(TestBed.LB + "-foreign");
    assertEquals(
        Outcome.NOT_MAPPED,
        bed.run(Request.first(TestBed.CLUSTER, foreign, Cause.EVENT)).outcome());
    assertEquals(
        Outcome.MAPPING_UNREADABLE,
        bed.run(Request.first("another", TestBed.LB, Cause.EVENT)).outcome());
    assertEquals(0, bed.arm.puts());
  }

  @Test
  void aMappingReachesNoFurtherThanTheScope() {
    TestBed bed = diverged();
    bed.scope = Optional.of(new Scope(Optional.of(List.of()), Optional.empty()));
    assertEquals(Outcome.NOT_ALLOWED, bed.outcome());
    bed.scope = Optional.empty();
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(0, bed.arm.puts());
  }

  @Test
  void claimsThatReachTooFarHoldWhatLeansAndNothingElse() {
    Fleet fleet = Fleet.of(2, 1).pool(1, "10.0.0.1").pool(2, "10.0.0.1").wants(Map.of());
    fleet.claims.putRaw(
        Fleet.NETWORK,
        ("{\"format\":1,\"claims\":[{\"address\":\"10.0.0.1\",\"loadBalancer\":\""
                + Fleet.lb(2)
                + "\",\"pool\":\"ns-s2\",\"reconcileId\":\"r\",\"until\":\""
                + FAR
                + "\"}]}")
            .getBytes(StandardCharsets.UTF_8));
    fleet.worker("w").run(Fleet.lb(1), 1);
    assertEquals(List.of("10.0.0.1"), fleet.members(1), "held until the document is repaired");
  }

  @ParameterizedTest
  @ValueSource(strings = {FAR, BEYOND, "+999999999-12-31T23:59:59Z"})
  void aGateInAnotherCenturyCountsAsAbsent(String notBefore) {
    Instant now = Instant.parse("2026-12-01T12:00:00Z");
    byte[] gate = ("{\"notBefore\":\"" + notBefore + "\"}").getBytes(StandardCharsets.UTF_8);
    assertEquals(Optional.empty(), GateCodec.read(gate, now).notBefore());
    assertEquals(Duration.ofDays(1), GateCodec.FURTHEST);
  }
}
