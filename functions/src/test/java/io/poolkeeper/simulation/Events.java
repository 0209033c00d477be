package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import java.util.Random;

/** Event Grid: each event is delivered soon, late, twice or never. */
final class Events {
  private final Timeline time;
  private final Choices choices;
  private final Host host;
  private final double shareLost;
  private boolean calm;
  private int events;

  Events(Timeline time, Choices choices, Host host, double shareLost) {
    this.time = time;
    this.choices = choices;
    this.host = host;
    this.shareLost = shareLost;
  }

  /** From now on each comes soon, and once. */
  void calm() {
    calm = true;
  }

  void arm(ArmId id) {
    event(
        "{\"id\":\"e\",\"eventType\":\"Microsoft.Resources.ResourceWriteSuccess\",\"subject\":\""
            + id.text()
            + "\",\"eventTime\":\"2026-12-01T12:00:00Z\",\"topic\":\"/subscriptions/s\","
            + "\"data\":{\"resourceUri\":\""
            + id.text()
            + "\",\"status\":\"Succeeded\"},\"dataVersion\":\"2\"}");
  }

  void mapping(Publisher publisher) {
    blob("mappings", publisher.cluster + "/mapping.json");
  }

  void controls(Publisher publisher) {
    blob("controls", publisher.cluster + "/controls.json");
  }

  private void blob(String container, String path) {
    event(
        "{\"id\":\"e\",\"type\":\"Microsoft.Storage.BlobCreated\",\"specversion\":\"1.0\",\"source\":"
            + "\"/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/a\","
            + "\"subject\":\"/blobServices/default/containers/"
            + container
            + "/blobs/"
            + path
            + "\",\"time\":\"2026-12-01T12:00:00Z\",\"data\":{\"api\":\"PutBlob\",\"url\":"
            + "\"https://a.blob.core.windows.net/"
            + container
            + "/"
            + path
            + "\"}}");
  }

  private void event(String text) {
    Random random = choices.of("event " + ++events);
    int fate = random.nextInt(20);
    boolean lost = !calm && random.nextDouble() < shareLost;
    if (lost) {
      return;
    }
    long late = fate == 0 && !calm ? 90_000 : 300;
    time.in(late + random.nextInt(4_000), () -> host.event(text));
    if (fate == 1 && !calm) {
      time.in(late + random.nextInt(30_000), () -> host.event(text));
    }
  }
}
