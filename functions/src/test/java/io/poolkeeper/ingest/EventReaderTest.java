package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.ResourceEvent.BlobName;
import io.poolkeeper.ingest.ResourceEvent.Type;
import io.poolkeeper.model.ArmId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
  private static final String POOL =
      "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a"
          + "/backendAddressPools/p";
  private static final String WRITE =
      ("{'id':'e1','eventType':'Microsoft.Resources.ResourceWriteSuccess','subject':'"
              + POOL
              + "','eventTime':'2030-01-31T12:00:00.1234567Z','topic':'/subscriptions/s',"
              + "'data':{'authorization':{'scope':'x','evidence':{'principalId':'someone'}},"
              + "'claims':{'name':'someone','ipaddr':'203.0.113.9'},'correlationId':'c1',"
              + "'operationName':'Microsoft.Network/loadBalancers/backendAddressPools/write',"
              + "'resourceUri':'"
              + POOL
              + "','status':'Succeeded'},'dataVersion':'2'}")
          .replace('\'', '"');
  private static final String BLOB =
      ("{'id':'e2','type':'Microsoft.Storage.BlobCreated','specversion':'1.0','source':"
              + "'/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/acc'"
              + ",'subject':'/blobServices/default/containers/mappings/blobs/prod/mapping.json',"
              + "'time':'2030-01-31T12:00:00Z','data':{'api':'PutBlob','requestId':'r1',"
              + "'url':'https://acc.blob.core.windows.net/mappings/prod/mapping.json'}}")
          .replace('\'', '"');

  private static final ResourceEvent WRITTEN =
      new ResourceEvent(
          Type.RESOURCE_WRITE,
          Optional.of(ArmId.of(POOL)),
          Optional.empty(),
          "Microsoft.Network/loadBalancers/backendAddressPools/write",
          Optional.of(Instant.parse("2030-01-31T12:00:00.1234567Z")),
          "e1",
          "c1");
  private static final ResourceEvent CREATED =
      new ResourceEvent(
          Type.BLOB_CREATED,
          Optional.empty(),
          Optional.of(new BlobName("acc", "mappings", "prod/mapping.json")),
          "PutBlob",
          Optional.of(Instant.parse("2030-01-31T12:00:00Z")),
          "e2",
          "r1");

  @Test
  void readsBothSchemasOneByOneAndAsList() {
    assertEquals(List.of(WRITTEN), EventReader.read(WRITE).events());
    assertEquals(List.of(CREATED), EventReader.read(BLOB).events());
    EventBatch batch = EventReader.read("[" + WRITE + "," + BLOB + ",5]");
    assertEquals(List.of(WRITTEN, CREATED), batch.events());
    assertEquals(1, batch.ignored().size());
    assertEquals(EventBatch.Why.UNREADABLE, batch.ignored().get(0).why());
    assertEquals(new EventBatch(List.of(), List.of()), EventReader.read("[]"));
  }

  @Test
  void readsWhatQueuesWrapAroundIt() {
    String base64 = Base64.getEncoder().encodeToString(WRITE.getBytes(StandardCharsets.UTF_8));
    String mime = Base64.getMimeEncoder().encodeToString(WRITE.getBytes(StandardCharsets.UTF_8));
    String quoted = "\"" + WRITE.replace("\"", "\\\"") + "\"";
    for (String text : List.of(base64, mime, quoted, "\"" + base64 + "\"", "\uFEFF \n" + WRITE)) {
      assertEquals(List.of(WRITTEN), EventReader.read(text).events());
    }
  }

  @Test
  void readsFieldsInOddCaseAndDataAsText() {
    String odd =
        WRITE
            .replace("eventType", "EventType")
            .replace("Microsoft.Resources", "MICROSOFT.RESOURCES")
            .replace("operationName", "OPERATIONNAME")
            .replace("\"data\"", "\"Data\"");
    assertEquals(List.of(WRITTEN), EventReader.read(odd).events());

    int start = WRITE.indexOf("\"data\":") + 7;
    int end = WRITE.indexOf(",\"dataVersion\"");
    String data = WRITE.substring(start, end);
    String asText =
        WRITE.substring(0, start) + "\"" + data.replace("\"", "\\\"") + "\"" + WRITE.substring(end);
    assertEquals(List.of(WRITTEN), EventReader.read(asText).events());

    String base64 = Base64.getEncoder().encodeToString(data.getBytes(StandardCharsets.UTF_8));
    String asBase64 =
        WRITE.substring(0, start - 7) + "\"data_base64\":\"" + base64 + "\"" + WRITE.substring(end);
    assertEquals(List.of(WRITTEN), EventReader.read(asBase64).events());
  }

  @Test
  void needsNoDataWhereTheSubjectSaysIt() {
    String bare =
        ("{'eventType':'Microsoft.Resources.ResourceDeleteSuccess','subject':'" + POOL + "'}")
            .replace('\'', '"');
    assertEquals(
        List.of(
            new ResourceEvent(
                Type.RESOURCE_DELETE,
                Optional.of(ArmId.of(POOL)),
                Optional.empty(),
                "",
                Optional.empty(),
                "",
                "")),
        EventReader.read(bare).events());
    for (String data : List.of("null", "5", "[]", "\"text\"", "{}")) {
      String text = bare.replace("}", ",\"data\":" + data + "}");
      if (data.equals("{}")) {
        text = bare.substring(0, bare.length() - 1) + ",\"data\":{}}";
      }
      assertEquals(1, EventReader.read(text).events().size(), data);
    }
  }

  @Test
  void readsActionsAndBothNamesOfARenaming() {
    assertEquals(
        Type.RESOURCE_ACTION,
        EventReader.read(WRITE.replace("WriteSuccess", "ActionSuccess")).events().get(0).type());
    String renamed =
        ("{'eventType':'Microsoft.Storage.BlobRenamed','subject':'/blobServices/default/containers"
                + "/mappings/blobs/prod/mapping.json','data':{'sourceUrl':"
                + "'https://acc.dfs.core.windows.net/mappings/prod/new%20one.json','destinationUrl':"
                + "'https://acc.dfs.core.windows.net/mappings/prod/mapping.json'},'topic':"
                + "'/x/storageAccounts/acc'}")
            .replace('\'', '"');
    assertEquals(
        List.of(
            new BlobName("acc", "mappings", "prod/new one.json"),
            new BlobName("acc", "mappings", "prod/mapping.json")),
        EventReader.read(renamed).events().stream().map(e -> e.blob().orElseThrow()).toList());
  }

  @Test
  void readsBlobUrlsOfLocalStorage() {
    String local =
        ("{'eventType':'Microsoft.Storage.BlobDeleted','data':{'url':"
                + "'http://127.0.0.1:10000/devstoreaccount1/controls/prod/controls.json'}}")
            .replace('\'', '"');
    assertEquals(
        new BlobName("devstoreaccount1", "controls", "prod/controls.json"),
        EventReader.read(local).events().get(0).blob().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "Microsoft.Resources.ResourceWriteFailure, only success",
    "Microsoft.Resources.ResourceDeleteCancel, only success",
    "Microsoft.EventGrid.SubscriptionValidationEvent, handshake",
    "Microsoft.ContainerService.NodePoolRollingStarted, events of this type",
    "'', no type",
  })
  void ignoresWhatDoesNotMatterWithAReason(String type, String reason) {
    EventBatch batch =
        EventReader.read(WRITE.replace("Microsoft.Resources.ResourceWriteSuccess", type));
    assertEquals(List.of(), batch.events());
    assertEquals(EventBatch.Why.IRRELEVANT, batch.ignored().get(0).why());
    assertEquals(type, batch.ignored().get(0).type());
    assertEquals("e1", batch.ignored().get(0).id());
    assertTrue(batch.ignored().get(0).reason().contains(reason), batch::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "not json",
        "{",
        "5",
        "null",
        "\"x\"",
        "\"\"",
        "{} {}",
        "bm90IGpzb24=",
        "\uFEFF",
      })
  void saysThatATextIsNoEvent(String text) {
    EventBatch batch = EventReader.read(text);
    assertEquals(List.of(), batch.events());
    assertEquals(EventBatch.Why.UNREADABLE, batch.ignored().get(0).why());
  }

  @Test
  void saysThatAnEventNamesNothing() {
    for (String event :
        List.of(
            WRITE.replace(POOL, "/subscriptions/s"),
            WRITE.replace(POOL, "nothing"),
            BLOB.replace("/blobServices", "x").replace("https://", "x"),
            "{\"type\":\"Microsoft.Storage.BlobCreated\",\"data\":{\"url\":\"https://a/b\"}}",
            "{\"type\":\"Microsoft.Resources.ResourceWriteSuccess\",\"subject\":5}")) {
      EventBatch batch = EventReader.read(event);
      assertEquals(List.of(), batch.events(), event);
      assertEquals(EventBatch.Why.UNREADABLE, batch.ignored().get(0).why());
    }
  }

  @Test
  void refusesMoreThanOneMebibyteAndDeepNesting() {
    String padded = "[" + WRITE + " ".repeat(EventText.MAX_BYTES) + "]";
    assertTrue(EventReader.read(padded).ignored().get(0).reason().contains("at most 1048576"));
    String huge = "x".repeat(20 * 1024 * 1024);
    assertTrue(EventReader.read(huge).ignored().get(0).reason().contains("at most 1048576"));
    String wide = Base64.getEncoder().encodeToString(padded.getBytes(StandardCharsets.UTF_8));
    assertTrue(EventReader.read(wide).ignored().get(0).reason().contains("at most 1048576"));
    assertEquals(1, EventReader.read("[".repeat(500_000)).ignored().size());
    assertEquals(1, EventReader.read(null).ignored().size());
  }

  @Test
  void keepsNothingOfWhoDidIt() {
    String text = "[" + WRITE + "," + WRITE.replace("Success", "Failure") + "]";
    String kept = EventReader.read(text).toString();
    assertFalse(kept.contains("someone"), kept);
    assertFalse(kept.contains("203.0.113.9"), kept);
  }

  @Test
  void cutsAndCleansWhatItKeeps() {
    String text = WRITE.replace("\"e1\"", "\"a\\n" + "b".repeat(1_000) + "\"");
    assertEquals("a " + "b".repeat(254), EventReader.read(text).events().get(0).id());
  }
}
