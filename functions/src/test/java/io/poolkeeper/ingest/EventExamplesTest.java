package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.mapping.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every real event that is handed beside the project is read, or ignored for a stated reason. */
class EventExamplesTest {

  @TestFactory
  List<DynamicTest> readsOrIgnoresEveryRealEvent() throws IOException {
    Optional<Path> folder = SharedFiles.find("arm-examples/eventgrid");
    if (folder.isEmpty()) {
      System.out.println("EXAMPLES MISSING: no folder shared/arm-examples/eventgrid, not tested");
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.get())) {
      List<Path> examples = files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
      assertTrue(examples.size() >= 10, "examples in " + folder.get() + ": " + examples.size());
      return examples.stream()
          .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> check(f)))
          .toList();
    }
  }

  private static void check(Path file) throws IOException {
    EventBatch batch = EventReader.read(Files.readString(file));
    String name = file.getFileName().toString();
    boolean matters = name.contains("Success") || name.contains("BlobCreated");
    assertFalse(batch.events().isEmpty() && batch.ignored().isEmpty(), "neither read nor ignored");
    for (EventBatch.Ignored ignored : batch.ignored()) {
      System.out.println(name + ": ignored, " + ignored.reason());
      assertFalse(ignored.reason().isEmpty());
    }
    assertEquals(matters, !batch.events().isEmpty(), batch::toString);
    assertFalse(batch.toString().contains("claim"), batch::toString);
  }
}
