package io.poolkeeper.azure.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageQueueTest {
  @ParameterizedTest
  @CsvSource({
    "PT-1S, PT0S",
    "PT0S, PT0S",
    "PT0.001S, PT1S",
    "PT2S, PT2S",
    "PT59.5S, PT60S",
    "PT168H, PT168H",
    "PT168H0.1S, PT168H",
    "P4000D, PT168H"
  })
  void delaysAreWholeSecondsWithinStoragesBound(Duration wanted, Duration sent) {
    assertEquals(sent, StorageQueue.bounded(wanted));
  }
}
