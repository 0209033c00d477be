package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.Gates;
import io.poolkeeper.telemetry.TelemetryList;
import io.poolkeeper.testing.GatesContract;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlobGatesIT extends GatesContract {
  private final BlobContainerAsyncClient container =
      LocalClients.freshContainer(LocalClients.with());
  private final List<String> reported = new ArrayList<>();
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  @Override
  protected Gates gates() {
    return new BlobGates(container, this::report);
  }

  private void report(String event, Map<String, Object> fields) {
    TelemetryList.check(event, fields);
    reported.add(event + fields);
  }

  @Override
  protected Instant now() {
    return now;
  }

  @Override
  protected void putRaw(byte[] content) {
    container
        .getBlobAsyncClient(subscription + ".json")
        .upload(BinaryData.fromBytes(content), true)
        .block(StorageClients.CALL);
  }

  @Override
  protected int problems() {
    return reported.size();
  }

  @Test
  void ofManyWritersAtOnceTheLatestTimeStays() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Object>> raises =
          IntStream.rangeClosed(1, 4)
              .mapToObj(
                  i -> Executors.callable(() -> gates().raise(subscription, now.plusSeconds(i))))
              .toList();
      for (Future<Object> raise : writers.invokeAll(raises)) {
        raise.get();
      }
    } finally {
      writers.shutdown();
    }
    assertEquals(Optional.of(now.plusSeconds(4)), gates().notBefore(subscription));
  }

  @Test
  void aNameThatIsNoSubscriptionIsABug() {
    assertThrows(IllegalArgumentException.class, () -> gates().notBefore("../other"));
  }
}
