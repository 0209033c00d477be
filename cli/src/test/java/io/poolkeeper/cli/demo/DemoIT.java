package io.poolkeeper.cli.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo as a newcomer starts it: a process of its own, which leaves nothing running. */
class DemoIT {

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void theStoryComesTrueAndNothingIsLeftRunning() throws IOException, InterruptedException {
    Process demo = start();
    String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, demo.waitFor(), said);
    assertAll(
        () -> assertTrue(said.contains("WOULD_STRAND_EGRESS"), said),
        () -> assertTrue(said.contains("$.nodes['node-a'].addresses[0]"), said),
        () -> assertTrue(said.contains("If-Match"), said),
        () -> assertTrue(said.contains("Where to look next"), said));
    assertEquals(List.of(), demo.descendants().toList());
  }

  private static Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "demo",
            "--no-color");
    builder.environment().put("POOLKEEPER_ROOT", Checkout.root().toString());
    return builder.redirectErrorStream(true).start();
  }
}
