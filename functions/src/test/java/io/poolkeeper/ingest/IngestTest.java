package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IngestTest {
  private static final String GROUP = World.LB.resourceGroupId().text();

  private static void ingest(World world, String text) {
    var ports = world.ports();
    new Ingest(
            world.documents,
            ports.documents(),
            ports.ledgers(),
            ports.queue(),
            ports.parallel(),
            ports.reports())
        .accept(text, "EventGridSchema");
  }

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

  private static List<Cause> causes(World world) {
    return world.queue.takeAll().stream()
        .map(FakeWorkQueue.Sent::request)
        .map(Request::cause)
        .toList();
  }

  @Test
  void anEventOnALoadBalancerOrItsChildAsksForIt() {
    World world = World.standard().wants("a", "n1");
    ingest(world, written(World.LB.text()));
    assertEquals(List.of(Cause.EVENT), causes(world));
    ingest(world, written(World.LB.text().toUpperCase(Locale.ROOT) + "/backendAddressPools/NS-A"));
    assertEquals(List.of(Cause.EVENT), causes(world), "whatever the spelling, our own writes too");
  }

  @Test
  void f23_manyEventsInOneDeliveryAskOnce() {
    World world = World.standard().wants("a", "n1");
    String one = written(World.LB.text());
    ingest(world, "[" + one + "," + one + "," + blob("mappings", "prod/mapping.json") + "]");
    assertEquals(1, world.queue.takeAll().size());
  }

  @Test
  void aLoadBalancerThatNobodyMappedIsIgnoredForAStatedReason() {
    World world = World.standard().wants("a", "n1");
    ingest(world, written(World.LB.text() + "-other"));
    assertEquals(List.of(), causes(world));
    String ignored = world.reports.last().fields().get("ignored").toString();
    assertTrue(ignored.contains("no mapping names this load balancer"), ignored);
  }

  @Test
  void aMappingAsksForThoseWhosePartHasChanged() {
    World world = World.standard().wants("a", "n1");
    ingest(world, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(Cause.MAPPING), causes(world));
    world.run();
    world.publish(5);
    ingest(world, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(), causes(world), "a new revision alone changes no part");
    world.wants("a", "n2");
    ingest(world, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(Cause.MAPPING), causes(world));
  }

  @Test
  void aRefusedMappingIsReportedWithItsPaths() {
    World world = World.standard();
    world.documents.putMapping(World.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    ingest(world, blob("mappings", "prod/mapping.json"));
    assertEquals(List.of(), causes(world));
    assertEquals("warning", world.reports.last().fields().get("severity"));
    String problems = world.reports.last().fields().get("mappings").toString();
    assertTrue(problems.contains("INVALID_MAPPING") && problems.contains("$.x"), problems);
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
    World world = World.standard();
    world.natGateway = false;
    world.wants("a", "n1");
    world.run();
    ingest(world, written(GROUP + "/providers/" + resource));
    assertEquals(List.of(), causes(world), "nothing is held");
    world.wants("a").run();
    ingest(world, written(GROUP + "/providers/" + resource));
    assertEquals(List.of(Cause.HOLD), causes(world));
  }

  @Test
  void controlsAskForThoseThatCouldNotDoAllTheyWanted() {
    World world = World.standard().wants("a", "n1");
    world.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    world.run();
    ingest(world, blob("controls", "prod/controls.json"));
    assertEquals(List.of(Cause.OPERATOR), causes(world));
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
  void f23_whatIsNoEventOfOursIsAcknowledgedAndReported(String text) {
    World world = World.standard().wants("a", "n1");
    ingest(world, text);
    assertEquals(List.of(), causes(world));
    assertEquals("events ingested", world.reports.last().event());
  }

  @Test
  void aFailedWriteOfAnotherIsNoEventForUs() {
    World world = World.standard().wants("a", "n1");
    ingest(world, event("Microsoft.Resources.ResourceWriteFailure", World.LB.text()));
    assertEquals(List.of(), causes(world));
  }

  @Test
  void claimsAreNeverReported() {
    World world = World.standard().wants("a", "n1");
    ingest(world, written(World.LB.text()));
    assertFalse(world.reports.last().toString().contains("somebody"));
  }
}
