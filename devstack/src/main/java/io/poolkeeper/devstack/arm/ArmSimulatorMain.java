package io.poolkeeper.devstack.arm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The simulator as a process of its own. */
@Command(
    name = "arm-simulator",
    mixinStandardHelpOptions = true,
    description = "A local Azure Resource Manager for load balancers, over HTTPS.")
public final class ArmSimulatorMain implements Callable<Integer> {
  @Option(names = "--port", description = "Loopback port; 0 takes a free one.", defaultValue = "0")
  private int port;

  @Option(names = "--snapshot", description = "State to start from.")
  private Path snapshot;

  @Option(names = "--etag-mode", description = "shared, own or ignored.", defaultValue = "shared")
  private EtagMode etagMode;

  @Option(
      names = "--conformance-report",
      description = "Report of 'poolkeeper conformance': behave as Azure did there.")
  private Path conformanceReport;

  @Option(names = "--ca-out", description = "Where to write the CA certificate (PEM).")
  private Path caOut;

  @Option(
      names = "--ready-file",
      description = "Where to write {\"url\",\"pid\",\"caFile\"} once it serves.")
  private Path readyFile;

  @Option(
      names = "--event-target",
      description = "URL that gets an Event Grid event for every write.")
  private String eventTarget;

  @Option(names = "--parent-pid", description = "Exit when this process ends.")
  private Long parentPid;

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new ArmSimulatorMain())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    if (parentPid != null) {
      ProcessHandle.of(parentPid)
          .ifPresentOrElse(p -> p.onExit().thenRun(end::countDown), end::countDown);
    }
    Options options =
        new Options().port(port).snapshot(snapshot).etagMode(etagMode).eventTarget(eventTarget);
    if (conformanceReport != null) {
      options.conformanceReport(conformanceReport);
    }
    try (ArmSimulator simulator = ArmSimulator.start(options)) {
      if (caOut != null) {
        write(caOut, simulator.authorityPem());
      }
      if (readyFile != null) {
        String ca = caOut == null ? null : caOut.toAbsolutePath().toString();
        long pid = ProcessHandle.current().pid();
        write(
            readyFile,
            Json.object()
                .put("url", simulator.url().toString())
                .put("pid", pid)
                .put("caFile", ca)
                .toString());
      }
      System.out.println("ARM simulator: " + simulator.url());
      end.await();
    }
    return 0;
  }

  /** Whole or not at all: a reader never sees half a file. */
  private static void write(Path file, String text) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(part, text);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
