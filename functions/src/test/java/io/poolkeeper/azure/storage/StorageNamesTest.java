package io.poolkeeper.azure.storage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StorageNamesTest {
  @Test
  void namesAreOnesThatStorageTakes() {
    Stream.of(StorageNames.STATE_CONTAINERS, StorageNames.DATA_CONTAINERS, StorageNames.QUEUES)
        .flatMap(java.util.List::stream)
        .forEach(name -> assertTrue(name.matches("[a-z0-9](-?[a-z0-9]){2,62}"), name));
  }

  @Test
  void aPoisonQueueIsNamedAsTheHostNamesIt() {
    assertTrue(StorageNames.WORK_POISON_QUEUE.equals(StorageNames.WORK_QUEUE + "-poison"));
    assertTrue(StorageNames.EVENT_POISON_QUEUE.equals(StorageNames.EVENT_QUEUE + "-poison"));
  }
}
