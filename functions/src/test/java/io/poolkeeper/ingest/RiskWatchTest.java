package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RiskWatchTest {
  private final TestBed bed = TestBed.standard();
  private final RiskWatch watch = new RiskWatch(bed.ports(), bed.settings());

  private Map<String, Object> sweep() {
    new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings(), Optional.of(watch)).run();
    bed.queue.takeAll();
    return bed.reports.last().fields();
  }

  private TestBed atRisk() {
    bed.natGateway = false;
    bed.wants("a", "n1", "n2").pool("ns-a", "10.0.0.1", "10.0.0.2");
    return bed;
  }

  @Test
  void machinesWithOneWayOutAreCountedAndNamed() {
    atRisk();
    Map<String, Object> line = sweep();
    assertEquals(2, line.get("machinesAtRisk"));
    assertEquals("warning", line.get("severity"));
    Map<?, ?> warning = (Map<?, ?>) ((List<?>) line.get("warnings")).get(0);
    assertEquals("MACHINE_AT_RISK", warning.get("word"));
    assertEquals(TestBed.CLUSTER, warning.get("cluster"));
    assertEquals(2, warning.get("count"));
    assertEquals(0, warning.get("perhaps"));
    Map<?, ?> first = (Map<?, ?>) ((List<?>) warning.get("machines")).get(0);
    assertEquals("n1", first.get("node"));
    assertEquals("10.0.0.1", first.get("address"));
    assertTrue(
        first.get("evidence").toString().startsWith("only way out: rule "), first.toString());
  }

  @Test
  void aNatGatewayTakesTheWarningAway() {
    atRisk();
    bed.natGateway = true;
    Map<String, Object> line = sweep();
    assertEquals(0, line.get("machinesAtRisk"));
    assertEquals(List.of(), line.get("warnings"));
  }

  @Test
  void theNetworkIsReadOnceAnHourAndTheCountStandsInBetween() {
    atRisk();
    sweep();
    bed.tape.restart();
    for (int minute = 0; minute < 59; minute++) {
      bed.later(Duration.ofMinutes(1));
      assertEquals(2, sweep().get("machinesAtRisk"));
    }
    assertEquals(0, bed.tape.count(call -> call.equals("arm.inventory")));
    bed.later(Duration.ofMinutes(1));
    bed.natGateway = true;
    assertEquals(0, sweep().get("machinesAtRisk"));
    assertEquals(1, bed.tape.count(call -> call.equals("arm.inventory")));
  }

  @Test
  void aClusterThatIsGoneIsForgotten() {
    atRisk();
    assertEquals(2, sweep().get("machinesAtRisk"));
    watch.keep(List.of());
    assertEquals(0, watch.count());
  }

  @Test
  void nothingIsReadWhileTheGateIsClosed() {
    atRisk();
    bed.gates.raise(TestBed.SUBSCRIPTION, bed.time.now().plusSeconds(90));
    bed.tape.restart();
    sweep();
    assertEquals(0, bed.tape.armCalls());
    bed.later(Duration.ofMinutes(2));
    assertEquals(2, sweep().get("machinesAtRisk"), "and what was left out is made up for");
  }
}
