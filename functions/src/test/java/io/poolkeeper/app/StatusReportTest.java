package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.mapping.ScopedDocuments;
import io.poolkeeper.port.Documents;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StatusReportTest {
  private static final String SECRET = "c2VjcmV0";

  private static Settings settings() {
    Map<String, String> environment = new HashMap<>();
    String local =
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
            + SECRET
            + ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;"
            + "QueueEndpoint=http://127.0.0.1:10001/devstoreaccount1;";
    environment.put("POOLKEEPER_STATE", local);
    environment.put("POOLKEEPER_DATA", local);
    environment.put("POOLKEEPER_SWEEP_SCHEDULE", "0 * * * * *");
    return Settings.from(environment).orThrow();
  }

  @Test
  void itShowsOutcomesHoldsAndAgesAndNoSecret() throws Exception {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.run();
    bed.later(Duration.ofHours(2));
    String json = new StatusReport(settings(), bed.ports(), bed.documents).json();
    assertFalse(json.contains(SECRET));
    JsonNode lb = new ObjectMapper().readTree(json).at("/clusters/0/loadBalancers/0");
    assertEquals("UNCHANGED", lb.path("outcome").asText());
    assertEquals(7200, lb.path("finishedAgeSeconds").asLong());
    assertEquals("WOULD_STRAND_EGRESS", lb.at("/held/0/reason").asText());
    assertEquals(true, lb.at("/held/0/tooLong").asBoolean());
    assertEquals("POSSIBLE", lb.at("/held/0/strength/TCP").asText());
    assertEquals(7200, lb.path("heldOldestSeconds").asLong());
    assertEquals(1, lb.path("heldOverAge").asInt());
  }

  @Test
  void itShowsRemovalsThatNobodyHasConfirmed() throws Exception {
    TestBed bed = TestBed.standard().wants("a").pool("ns-a", "10.0.0.1");
    bed.arm.beforePut(0, () -> bed.stopping = true);
    bed.run();
    bed.later(Duration.ofMinutes(1));
    String json = new StatusReport(settings(), bed.ports(), bed.documents).json();
    JsonNode lb = new ObjectMapper().readTree(json).at("/clusters/0/loadBalancers/0");
    assertEquals("HANDED_OVER", lb.path("outcome").asText());
    assertEquals("ns-a", lb.at("/removing/0/pool").asText());
    assertEquals("10.0.0.1", lb.at("/removing/0/address").asText());
    assertEquals(60, lb.at("/removing/0/seconds").asLong());
  }

  @Test
  void itShowsTheWarningsOfTheLastPlanAndRecentRestores() throws Exception {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.run();
    for (int i = 0; i < 4; i++) {
      bed.pool("ns-a");
      bed.run();
    }
    String json = new StatusReport(settings(), bed.ports(), bed.documents).json();
    JsonNode lb = new ObjectMapper().readTree(json).at("/clusters/0/loadBalancers/0");
    assertEquals(3, lb.path("restoresInTheLastHour").asInt());
    assertEquals("CONTESTED", lb.at("/warnings/0/word").asText());
    assertEquals("ns-a", lb.at("/warnings/0/pool").asText());
  }

  @Test
  void settingsAreShownInTheWordsThatSetThem() throws Exception {
    TestBed bed = TestBed.standard();
    String json = new StatusReport(settings(), bed.ports(), bed.documents).json();
    JsonNode shown = new ObjectMapper().readTree(json).path("settings");
    assertEquals("[\"TCP\"]", shown.path("egressProtocols").toString());
    assertEquals("public", shown.path("cloud").asText());
  }

  @Test
  void aMissingMappingIsShownWithItsBlob() throws Exception {
    TestBed bed = TestBed.standard();
    Documents documents = new ScopedDocuments(bed.documents, Set.of("shop"));
    String json = new StatusReport(settings(), bed.ports(), documents).json();
    JsonNode cluster = new ObjectMapper().readTree(json).at("/clusters/0");
    assertEquals("MISSING", cluster.path("mapping").asText());
    assertEquals("warning", cluster.path("severity").asText());
    String problem = cluster.path("problem").asText();
    assertTrue(problem.startsWith("there is no blob mappings/shop/mapping.json"), problem);
  }

  @Test
  void aRefusedMappingIsShownWithItsPaths() throws Exception {
    TestBed bed = TestBed.standard();
    bed.documents.putMapping(TestBed.CLUSTER, "{\"x\":1}");
    String json = new StatusReport(settings(), bed.ports(), bed.documents).json();
    JsonNode cluster = new ObjectMapper().readTree(json).at("/clusters/0");
    assertEquals("INVALID", cluster.path("mapping").asText());
    assertFalse(cluster.path("violations").isEmpty());
  }
}
