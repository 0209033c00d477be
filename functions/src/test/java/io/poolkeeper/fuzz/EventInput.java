package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.azure.eventgrid.EnvelopeCheck;
import io.poolkeeper.ingest.EventBatch;
import io.poolkeeper.ingest.EventReader;
import io.poolkeeper.telemetry.JsonLineReports;
import io.poolkeeper.testing.Ingesting;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Events of both schemas, of resources and blobs, single and in lists, plain and in Base64. */
final class EventInput implements Input {
  /** In every event; must be in no line. */
  static final String CLAIM = "claim-of-a-person";

  private static final Mutator MUTATOR =
      new Mutator(
          List.of(
              "'Microsoft.Resources.ResourceWriteSuccess'",
              "'Microsoft.Storage.BlobCreated'",
              "'" + TestBed.LB + "'",
              "'/blobServices/default/containers/mappings/blobs/prod/mapping.json'",
              "'{}'",
              "'1.0'"),
          List.of(
              "id",
              "type",
              "eventType",
              "subject",
              "source",
              "topic",
              "data",
              "data_base64",
              "resourceUri",
              "url",
              "eventTime",
              "specversion"));

  @Override
  public String name() {
    return "event";
  }

  @Override
  public byte[] valid(Random random) {
    List<String> events = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      events.add(event(random));
    }
    boolean single = events.size() == 1 && random.nextBoolean();
    return Hostile.text(single ? events.get(0) : events.toString());
  }

  private static String event(Random random) {
    boolean blob = random.nextBoolean();
    String type =
        blob ? "Microsoft.Storage.BlobCreated" : "Microsoft.Resources.ResourceWriteSuccess";
    String subject =
        blob
            ? "/blobServices/default/containers/"
                + (random.nextBoolean()
                    ? "mappings/blobs/prod/mapping"
                    : "controls/blobs/prod/controls")
                + ".json"
            : TestBed.LB + (random.nextBoolean() ? "/backendAddressPools/ns-a" : "");
    String claims = "'claims':{'upn':'" + CLAIM + "'},'authorization':{'evidence':'" + CLAIM + "'}";
    String data =
        blob
            ? "{'api':'PutBlob','url':'https://acc.blob.core.windows.net/mappings/prod/mapping.json',"
                + claims
                + "}"
            : "{'resourceUri':'" + TestBed.LB + "','operationName':'x/write'," + claims + "}";
    String text =
        random.nextBoolean()
            ? "{'id':'e','eventType':'%s','subject':'%s','topic':'/subscriptions/s','eventTime':"
                + "'2026-12-01T12:00:00Z','dataVersion':'1','metadataVersion':'1','data':%s}"
            : "{'specversion':'1.0','id':'e','type':'%s','subject':'%s','source':'/subscriptions/s',"
                + "'time':'2026-12-01T12:00:00Z','data':%s}";
    return text.formatted(type, subject, data).replace('\'', '"');
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return MUTATOR.spoiled(random, document);
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  @Override
  public Fate read(byte[] input) {
    EnvelopeCheck.schema(text(input));
    EventBatch batch = EventReader.read(text(input));
    batch.ignored().forEach(ignored -> assertFalse(ignored.reason().contains(CLAIM)));
    return batch.events().isEmpty()
        ? Fate.refused(
            batch.ignored().isEmpty() ? "an empty list" : batch.ignored().get(0).reason())
        : Fate.taken();
  }

  @Override
  public void follow(byte[] input, Fate fate) {
    TestBed bed = Beds.diverged();
    List<String> lines = new ArrayList<>();
    Ingesting.ingest(
        bed,
        text(input),
        new JsonLineReports((level, line) -> lines.add(line), false, Optional::empty));
    assertEquals(0, bed.arm.puts());
    bed.queue.sent().forEach(sent -> assertEquals(TestBed.LB, sent.request().loadBalancer()));
    assertTrue(bed.queue.sent().size() <= 1, "one request a load balancer");
    if (!fate.accepted()) {
      assertEquals(0, bed.queue.sent().size(), "no request follows from what names nothing");
    }
    assertEquals(1, lines.size());
    assertFalse(lines.get(0).contains(CLAIM), lines.get(0));
  }
}
