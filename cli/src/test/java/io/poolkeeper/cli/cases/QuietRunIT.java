package io.poolkeeper.cli.cases;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the whole app asks of Azure when there is nothing to do, counted on the wire. */
class QuietRunIT {
  private static final PlanCase CASE = PlanCase.own("already-as-wanted");
  private static final ArmId BALANCER = ArmId.of(CASE.arm().at("/loadBalancers/0/id").asText());
  private static final String SCOPE =
      "{\"%s\":{\"loadBalancers\":[\"%s\"]}}"
          .formatted(CASE.cluster(), BALANCER.resourceGroupId().key());

  @TempDir private Path folder;

  @Test
  void aQuietRunCostsOneReadAndEightCallsAndACoveredRequestOneCall() throws IOException {
    try (RealAdapters real = new RealAdapters(folder)) {
      real.countStorageCalls();
      real.arm().load(CASE.arm());
      real.mapping(CASE.cluster(), CASE.mapping());
      assertEquals("UNCHANGED", outcome(real, Instant.now()), "the first run");

      real.arm().clearLogs();
      List<String> storage = real.storageCalls();
      storage.clear();
      assertEquals("UNCHANGED", outcome(real, Instant.now()), "the quiet run");
      List<String> quiet = List.copyOf(storage);
      String arm = real.arm().requestCounts().toString();

      real.arm().clearLogs();
      storage.clear();
      Instant before = Instant.now().minus(Duration.ofMinutes(1));
      assertEquals("COVERED", outcome(real, before), "the covered request");
      System.out.println("a quiet run: ARM " + arm + ", storage " + quiet);
      assertAll(
          () -> assertEquals("{GET microsoft.network/loadbalancers=1}", arm),
          () -> assertTrue(quiet.size() <= 8, quiet.toString()),
          () -> assertEquals(1, storage.size(), storage.toString()),
          () -> assertEquals("{}", real.arm().requestCounts().toString()));
    }
  }

  private static String outcome(RealAdapters real, Instant insertedAt) throws IOException {
    JsonNode report = real.reconcile(CASE, SCOPE, BALANCER, insertedAt);
    return report.path("outcome").asText();
  }
}
