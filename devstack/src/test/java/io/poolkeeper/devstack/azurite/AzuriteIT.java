package io.poolkeeper.devstack.azurite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AzuriteIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void twoRunSideBySideAndClose() throws Exception {
    ProcessHandle ended;
    try (Azurite one = Azurite.start(AzuriteOptions.inMemory());
        Azurite two = Azurite.start(AzuriteOptions.inMemory())) {
      assertFalse(one.blobEndpoint().equals(two.blobEndpoint()));
      blob(one).upload(BinaryData.fromString("one"));
      assertFalse(blob(two).exists());
      ended = one.process();
    }
    assertFalse(ended.isAlive());
  }

  @Test
  void dataInAFolderOutlivesTheProcess(@TempDir Path folder) throws Exception {
    AzuriteOptions options = AzuriteOptions.inMemory().keptIn(folder.resolve("data"));
    try (Azurite first = Azurite.start(options)) {
      blob(first).upload(BinaryData.fromString("kept"));
    }
    try (Azurite second = Azurite.start(options)) {
      assertEquals("kept", blob(second).downloadContent().toString());
    }
  }

  @Test
  void itEndsWhenItsParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AzuriteMain.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = parent.inputReader(StandardCharsets.UTF_8)) {
      String line = output.readLine();
      while (line != null && !line.contains("BlobEndpoint=")) {
        line = output.readLine();
      }
      List<ProcessHandle> children = parent.toHandle().children().toList();
      assertEquals(1, children.size(), "Azurite is the only child");
      assertTrue(children.get(0).isAlive());
      parent.destroyForcibly();
      children.get(0).onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
  }

  private static BlobClient blob(Azurite azurite) {
    var container =
        new BlobServiceClientBuilder()
            .connectionString(azurite.connectionString())
            .buildClient()
            .getBlobContainerClient("test");
    container.createIfNotExists();
    return container.getBlobClient("blob");
  }
}
