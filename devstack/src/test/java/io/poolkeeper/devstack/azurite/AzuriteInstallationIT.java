package io.poolkeeper.devstack.azurite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installer with an npm of its own, which counts its calls and ends when it is told. */
class AzuriteInstallationIT {
  @TempDir Path folder;
  private Path installer;

  @BeforeEach
  void prepare() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path npm = bin.resolve("npm");
    Files.writeString(
        npm,
        "#!/bin/sh\necho called >> \"$COUNT\"\nmkdir -p node_modules\ncat \"$GO\"\nexit $CODE\n");
    Files.setPosixFilePermissions(npm, PosixFilePermissions.fromString("rwxr-xr-x"));
    installer = folder.resolve("install.cjs");
    try (InputStream in = Azurite.class.getResourceAsStream("install.cjs")) {
      Files.copy(in, installer);
    }
    Files.writeString(folder.resolve("package-lock.json"), "{}");
  }

  @Test
  void twoAtOnceInstallOnceAndAThirdFindsItInStep() throws Exception {
    Path pipe = folder.resolve("go");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    Process first = install("0", pipe);
    until(() -> Files.exists(folder.resolve("count")));
    Process second = install("0", pipe);
    until(() -> Files.readString(folder.resolve("log")).contains("waiting for it"));
    Files.writeString(pipe, "go");
    assertEquals(0, code(first));
    assertEquals(0, code(second));
    assertEquals(0, code(install("0")));
    assertEquals(1, calls());
  }

  @Test
  void aChangedLockFileIsInstalledAgain() throws Exception {
    assertEquals(0, code(install("0")));
    Files.writeString(folder.resolve("package-lock.json"), "{\"changed\":true}");
    assertEquals(0, code(install("0")));
    assertEquals(2, calls());
  }

  @Test
  void aFailedInstallationIsReportedAndTriedAgainNextTime() throws Exception {
    assertEquals(1, code(install("7")));
    String log = Files.readString(folder.resolve("log"));
    assertTrue(log.contains("ended with 7"), log);
    assertEquals(0, code(install("0")));
    assertEquals(2, calls());
  }

  @Test
  void aLockLeftByADeadProcessIsTakenOver() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.writeString(folder.resolve(".install-lock"), Long.toString(dead.pid()));
    assertEquals(0, code(install("0")));
    assertEquals(1, calls());
  }

  private int calls() throws IOException {
    return Files.readAllLines(folder.resolve("count")).size();
  }

  private static void until(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.call()) {
      assertTrue(System.nanoTime() - deadline < 0, "not within 20 s");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
    }
  }

  private Process install(String npmCode) throws IOException {
    return install(npmCode, Path.of("/dev/null"));
  }

  private Process install(String npmCode, Path go) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("node", installer.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    builder.environment().put("COUNT", folder.resolve("count").toString());
    builder.environment().put("CODE", npmCode);
    builder.environment().put("GO", go.toString());
    return builder.start();
  }

  private static int code(Process process) throws InterruptedException {
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    return process.exitValue();
  }
}
