package io.poolkeeper.ingest;

import static io.poolkeeper.testing.Ingesting.ingest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IngestTest {
  private static final String GROUP = TestBed.LB.resourceGroupId().text();

  private static String written(String resource) {
    return event("Microsoft.Resources.ResourceWriteSuccess", resource);
  }

  private static String event(String type, String resource) {
    return "{\"id\":\"e1\",\"eventType\":\""
        + type
        + "\",\"subject\":\""
        + resource
        + "\",\"eventTime\":\"2026-12-01T12:00:00Z\",\"topic\":\""
        + GROUP
        + "\",\"data\":{\"resourceUri\":\""
        + resource
        + "\",\"operationName\":\"x/write\",\"status\":\"Succeeded\","
        + "\"claims\":{\"name\":\"somebody\"}},\"dataVersion\":\"2\",\"metadataVersion\":\"1\"}";
  }

  private static String blob(String container, String path) {
    return "{\"id\":\"b1\",\"eventType\":\"Microsoft.Storage.BlobCreated\",\"subject\":"
        + "\"/blobServices/default/containers/"
        + container
        + "/blobs/"
        + path
        + "\",\"eventTime\":\"2026-12-01T12:00:00Z\",\"topic\":\""
        + GROUP
        + "/providers/Microsoft.Storage/storageAccounts/acc\",\"data\":{\"api\":\"PutBlob\","
        + "\"url\":\"https://acc.blob.core.windows.net/"
        + container
        + "/"
        + path
        + "\"},\"dataVersion\":\"\",\"metadataVersion\":\"1\"}";
  }

  private static List<Cause> causes(TestBed bed) {
    return bed.queue.takeAll().stream()
        .map(FakeWorkQueue.Sent::request)
        .map(Request::cause)
        .toList();
  }

  @Test
  void anEventOnALoadBalancerOrItsChildAsksForIt() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, written(TestBed.LB.text()));
    assertEquals(List.of(Cause.EVENT), causes(bed));
    ingest(bed, written(TestBed.LB.text().toUpperCase(Locale.ROOT) + "/backendAddressPools/NS-A"));
    assertEquals(List.of(Cause.EVENT), causes(bed), "whatever the spelling, our own writes too");
  }

  @Test
  void manyEventsInOneDeliveryAskOnce() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    String one = written(TestBed.LB.text());
    ingest(bed, "[" + one + "," + one + "," + blob("mappings", "prod/mapping.json") + "]");
    assertEquals(1, bed.queue.takeAll().size());
  }

  @Test
  void aLoadBalancerThatNobodyMappedIsIgnoredForAStatedReason() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, written(TestBed.LB.text() + "-other"));
    assertEquals(List.of(), causes(bed));
    String ignored = bed.reports.last().fields().get("ignored").toString();
    assertTrue(ignored.contains("no mapping names this load balancer"), ignored);
  }

  @Test
  void aMappingAsksForThoseWhosePartHasChanged() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(Cause.MAPPING), causes(bed));
    bed.run();
    bed.publish(5);
    ingest(bed, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(), causes(bed), "a new revision alone changes no part");
    bed.wants("a", "n2");
    ingest(bed, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(Cause.MAPPING), causes(bed));
  }

  @Test
  void aRefusedMappingIsReportedWithItsPaths() {
    TestBed bed = TestBed.standard();
    bed.documents.putMapping(TestBed.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    ingest(bed, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(), causes(bed));
    assertEquals("warning", bed.reports.last().fields().get("severity"));
    String problems = bed.reports.last().fields().get("mappings").toString();
    assertTrue(problems.contains("INVALID_MAPPING") && problems.contains("$.x"), problems);
  }

  private static String ignored(TestBed bed) {
    return bed.reports.last().fields().get("ignored").toString();
  }

  @Test
  void aMappingThatIsGoodAgainAsksForThoseThatWereRefusedWithIt() {
    for (String bad : List.of("{}", "")) {
      TestBed bed = TestBed.standard().wants("a", "n1");
      bed.run();
      bed.documents.putMapping(TestBed.CLUSTER, bad);
      bed.run();
      bed.publish(5);
      ingest(bed, blob("mappings", "prod/mapping.json"));
      assertEquals(List.of(Cause.MAPPING), causes(bed), "its part has not changed");
    }
  }

  @Test
  void aMappingThatIsThereAgainAsksForThoseThatWaitForIt() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    bed.documents.deleteMapping(TestBed.CLUSTER);
    bed.run();
    bed.queue.takeAll();
    bed.publish(5);
    ingest(bed, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(Cause.MAPPING), causes(bed));
  }

  @Test
  void nothingAskedForByAMappingSaysWhichOfTheReasonsItIs() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    ingest(bed, blob("mappings", "prod/mapping.json"));
    String unchanged = ignored(bed);
    assertTrue(
        unchanged.contains("reason=no load balancer's part of the mapping has changed}"),
        unchanged);
    bed.documents.putMapping(TestBed.CLUSTER, "{}");
    ingest(bed, blob("mappings", "prod/mapping.json"));
    String refused = ignored(bed);
    assertTrue(refused.contains("reason=the mapping of prod is INVALID_MAPPING}"), refused);
    bed.documents.deleteMapping(TestBed.CLUSTER);
    ingest(bed, blob("controls", "prod/controls.json"));
    String missing = ignored(bed);
    assertTrue(missing.contains("reason=the mapping of prod is MAPPING_UNREADABLE}"), missing);
    String problems = bed.reports.last().fields().get("mappings").toString();
    assertTrue(problems.contains("there is no blob mappings/prod/mapping.json"), problems);
  }

  @Test
  void anEventThatMatchesNothingNamesTheMappingsThatCouldNotBeLookedInto() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.documents.putMapping(TestBed.CLUSTER, "{}");
    bed.documents.putMapping("other", "[]");
    ingest(bed, written(TestBed.LB.text()));
    assertEquals(List.of(), causes(bed));
    String ignored = ignored(bed);
    assertTrue(ignored.contains("the mapping of other is INVALID_MAPPING"), ignored);
    assertTrue(ignored.contains("the mapping of prod is INVALID_MAPPING"), ignored);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Microsoft.Network/natGateways/nat",
        "Microsoft.Network/routeTables/rt",
        "Microsoft.Network/virtualNetworks/vnet/subnets/nodes",
        "Microsoft.Network/publicIPAddresses/pip",
        "Microsoft.Network/publicIPPrefixes/pre",
        "Microsoft.Network/networkInterfaces/nic",
        "Microsoft.Compute/virtualMachines/vm",
        "Microsoft.Compute/virtualMachineScaleSets/ss"
      })
  void whatDecidesEgressAsksForThoseWithHolds(String resource) {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1");
    bed.run();
    ingest(bed, written(GROUP + "/providers/" + resource));
    assertEquals(List.of(), causes(bed), "nothing is held");
    bed.wants("a").run();
    assertEquals(List.of(Cause.HOLD), causes(bed), "the second look at a new hold");
    ingest(bed, written(GROUP + "/providers/" + resource));
    assertEquals(List.of(Cause.HOLD), causes(bed));
  }

  @Test
  void aLoadBalancerThatMayBeLeanedOnAsksForThoseWithHolds() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1").run();
    bed.wants("a").run();
    bed.queue.takeAll();
    ingest(bed, written(TestBed.LB.text() + "-outbound/outboundRules/o"));
    assertEquals(List.of(Cause.HOLD), causes(bed));
    ingest(bed, written(TestBed.LB.text()));
    assertEquals(List.of(Cause.EVENT), causes(bed), "itself once");
  }

  @Test
  void controlsAskForThoseThatCouldNotDoAllTheyWanted() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    bed.run();
    ingest(bed, blob("controls", "prod/controls.json"));
    assertEquals(List.of(Cause.OPERATOR), causes(bed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "noise",
        "[]",
        "{}",
        "[7]",
        "{\"eventType\":\"Microsoft.EventGrid.SubscriptionValidationEvent\",\"data\":{}}",
        "{\"eventType\":\"Microsoft.Resources.ResourceWriteSuccess\"}"
      })
  void whatIsNoEventOfOursIsAcknowledgedAndReported(String text) {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, text);
    assertEquals(List.of(), causes(bed));
    assertEquals("events ingested", bed.reports.last().event());
  }

  @Test
  void aFailedWriteOfAnotherIsNoEventForUs() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, event("Microsoft.Resources.ResourceWriteFailure", TestBed.LB.text()));
    assertEquals(List.of(), causes(bed));
  }

  @Test
  void claimsAreNeverReported() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    ingest(bed, written(TestBed.LB.text()));
    assertFalse(bed.reports.last().toString().contains("somebody"));
  }
}
