package io.poolkeeper.security;

import static io.poolkeeper.testing.Ingesting.ingest;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.exception.HttpResponseException;
import io.poolkeeper.app.Poolkeeper;
import io.poolkeeper.azure.arm.HostileArm;
import io.poolkeeper.azure.storage.StorageFault;
import io.poolkeeper.ingest.Poison;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.telemetry.JsonLineReports;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Secrets and claims are planted wherever they can come from; none is logged or stored. */
final class NothingSecretIsToldTest {
  private static final String TOKEN =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJ1cG4iOiJhbm4ifQ.c2lnbmF0dXJlLW9mLWl0";
  private static final String SIGNATURE = "planted%2BSignature%3D";
  private static final String KEY = "cGxhbnRlZA".repeat(9).substring(0, 86) + "==";
  private static final String PERSON = "planted.person@contoso.example";
  private static final String CLAIM = "planted-claim-value";
  private static final List<String> SECRETS =
      List.of(TOKEN, "c2lnbmF0dXJlLW9mLWl0", SIGNATURE, KEY, PERSON, CLAIM);

  /** As Azure might say it, every secret in one text. */
  private static final String ECHO =
      "The client '"
          + PERSON
          + "' sent Authorization: Bearer "
          + TOKEN
          + " to https://acc.blob.core.windows.net/c/b?sv=2025&sig="
          + SIGNATURE
          + " with AccountName=acc;AccountKey="
          + KEY
          + ";";

  private final List<String> told = new ArrayList<>();
  private final JsonLineReports lines =
      new JsonLineReports((level, line) -> told.add(line), false, Optional::empty);

  private void assertNothingTold(TestBed bed) {
    bed.reports.lines().forEach(line -> lines.report(line.event(), line.fields()));
    bed.poison.kept().forEach(kept -> told.add(kept.message() + kept.reason()));
    told.add(bed.ledgers.shown());
    assertTrue(told.size() > 1, "something was told");
    for (String text : told) {
      SECRETS.forEach(secret -> assertFalse(text.contains(secret), text));
    }
  }

  private static String event(String type) {
    String identity =
        "'claims':{'name':'%s','upn':'%s'},'authorization':{'evidence':{'principal':'%s'}},"
                .formatted(CLAIM, PERSON, CLAIM)
            + "'httpRequest':{'clientIpAddress':'"
            + CLAIM
            + "','authorization':'Bearer "
            + TOKEN
            + "'}";
    return "{'id':'e','eventType':'%s','subject':'%s','topic':'/subscriptions/s','eventTime':"
        .formatted(type, TestBed.LB)
        .concat("'2026-12-01T12:00:00Z','dataVersion':'1','metadataVersion':'1','data':")
        .concat("{'resourceUri':'" + TestBed.LB + "'," + identity + "}}")
        .replace('\'', '"');
  }

  @Test
  void claimsOfEventsWhetherTheyAreReadOrNot() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    String event = event("Microsoft.Resources.ResourceWriteSuccess");
    ingest(bed, event);
    ingest(bed, "[" + event + "," + event("Something.Else") + "]");
    ingest(bed, event.replace(TestBed.LB.text(), "no id"));
    ingest(bed, event.substring(0, event.length() - 20));
    ingest(bed, event("Bearer " + TOKEN));
    ingest(bed, ECHO);
    assertNothingTold(bed);
  }

  @Test
  void whateverEndsUpInTheWorkQueueOrItsPoisonQueue() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    String event = event("Microsoft.Resources.ResourceWriteSuccess");
    String request =
        "{\"v\":1,\"cluster\":\"" + PERSON + "\",\"loadBalancer\":\"Bearer " + TOKEN + "\"}";
    for (String message : List.of(event, ECHO, TOKEN, "{\"a\":" + TOKEN + "}", request)) {
      RequestCodec.Decoded decoded = RequestCodec.read(message);
      new Reconciler(bed.ports(), bed.settings())
          .handle(new Delivery(message, decoded.request(), decoded.reason(), Optional.empty(), 1));
      new Poison(bed.poison, bed.queue, bed.time, bed.reports)
          .accept(message, decoded.request(), decoded.reason());
    }
    assertNothingTold(bed);
  }

  @Test
  void whatArmRepeatsInItsErrors() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (WriteKind kind : List.of(WriteKind.FORBIDDEN, WriteKind.UNKNOWN, WriteKind.REFUSED)) {
      bed.arm.failNext("ns-a", written(kind));
      bed.run();
    }
    var read = FakeLoadBalancers.failedRead(ReadKind.FORBIDDEN, Optional.empty());
    bed.arm.failNextRead(
        new io.poolkeeper.port.LoadBalancers.Read(
            read.kind(), read.loadBalancer(), read.retryAfter(), "Denied", ECHO));
    bed.run();
    assertNothingTold(bed);
  }

  private static io.poolkeeper.port.LoadBalancers.Written written(WriteKind kind) {
    return new io.poolkeeper.port.LoadBalancers.Written(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), "Denied", ECHO, "c");
  }

  @Test
  void theAdapterMasksBeforeAnybodyElseSeesIt() {
    String body = "{\"error\":{\"code\":\"Denied\",\"message\":\"" + ECHO + "\"}}";
    for (int status : List.of(400, 401, 403, 404, 409, 429, 500)) {
      told.add(HostileArm.at(HostileArm.Step.PUT, status, body).put().toString());
      told.add(HostileArm.at(HostileArm.Step.OPERATION, status, body).put().toString());
      told.add(HostileArm.at(HostileArm.Step.POOL, status, body).put().toString());
    }
    told.add(
        StorageFault.of("read", "blob", new IllegalStateException(ECHO)).getMessage()
            + StorageFault.of("read", "blob", new HttpResponseException(ECHO, null)).getMessage());
    for (String text : told) {
      SECRETS.forEach(secret -> assertFalse(text.contains(secret), text));
    }
  }

  @Test
  void aCrashOfTheWorkItself() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.beforeNextGet(
        () -> {
          throw new IllegalStateException(ECHO);
        });
    assertTrue(bed.outcome() == Outcome.FAILED);
    assertNothingTold(bed);
  }

  @Test
  void whatIsWrongWithSettings() {
    Map<String, String> environment =
        Map.of(
            "POOLKEEPER_STATE", ECHO,
            "POOLKEEPER_DATA", "BlobEndpoint=https://a.blob.core.windows.net;AccountKey=" + KEY,
            "POOLKEEPER_MODE", "Bearer " + TOKEN,
            "POOLKEEPER_SWEEP_SCHEDULE", "sig=" + SIGNATURE,
            "POOLKEEPER_LOCAL_ARM_ENDPOINT", "https://x?sig=" + SIGNATURE);
    IllegalStateException refused =
        org.junit.jupiter.api.Assertions.assertThrows(
            IllegalStateException.class, () -> Poolkeeper.of(environment, new AtomicBoolean()));
    SECRETS.forEach(secret -> assertFalse(refused.getMessage().contains(secret)));
  }
}
