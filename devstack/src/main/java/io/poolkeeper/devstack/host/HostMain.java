package io.poolkeeper.devstack.host;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The host as a program. Functions read their settings from the environment, which a process cannot
 * give to itself: with {@code --settings} or {@code --set} it starts itself again with them.
 */
@Command(
    name = "function-host",
    mixinStandardHelpOptions = true,
    description = "Runs a staged Java function package against local or real storage.")
public final class HostMain implements Callable<Integer> {
  @Parameters(
      paramLabel = "PACKAGE",
      description = "Staged package: host.json, <function>/function.json, jar, lib.")
  private Path packageFolder;

  @Option(
      names = "--port",
      defaultValue = "0",
      description = "Loopback port (default: a free one).")
  private int port;

  @Option(names = "--settings", description = "File in the form of local.settings.json.")
  private Path settingsFile;

  @Option(names = "--set", description = "One setting, NAME=VALUE; wins over file and environment.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(names = "--host-key", description = "Key for HTTP functions (default: random).")
  private String hostKey;

  @Option(names = "--host-id", defaultValue = "poolkeeper", description = "Names the host's locks.")
  private String hostId;

  @Option(names = "--ready-file", description = "Written once the host serves.")
  private Path readyFile;

  @Option(names = "--invocation-log", description = "Invocations as JSON lines.")
  private Path invocationLog;

  @Option(
      names = "--message-lease",
      defaultValue = "PT10M",
      description = "How long a received message stays invisible (default: ${DEFAULT-VALUE}).")
  private Duration messageLease;

  @Option(
      names = "--stop-timeout",
      defaultValue = "PT30S",
      description = "How long work may go on after the stop signal (default: ${DEFAULT-VALUE}).")
  private Duration stopTimeout;

  @Option(names = "--parent-pid", description = "Ends when this process is gone.")
  private Long parentPid;

  /** Entry point. Exit code 1 when the package, settings or storage do not allow to run. */
  public static void main(String[] args) {
    int code =
        new CommandLine(new HostMain())
            .setExecutionExceptionHandler(HostMain::failed)
            .execute(args);
    System.exit(code);
  }

  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (e instanceof HostFailure) {
      System.err.println("function-host: " + e.getMessage());
    } else {
      System.err.println("function-host: " + HostLog.trace(e));
    }
    return 1;
  }

  @Override
  public Integer call() throws Exception {
    return settingsFile == null && set.isEmpty() ? serve() : again();
  }

  private int serve() throws InterruptedException {
    String key = hostKey == null ? randomKey() : hostKey;
    Host host =
        Host.start(
            new HostOptions(
                packageFolder,
                new HostSettings(System.getenv()),
                port,
                key,
                hostId,
                messageLease,
                stopTimeout,
                Optional.ofNullable(invocationLog)));
    Runtime.getRuntime().addShutdownHook(new Thread(host::close, "stop"));
    if (parentPid != null) {
      ParentWatch.endWith(parentPid);
    }
    if (readyFile != null) {
      new ReadyFile(host.uri(), key, host.functions()).write(readyFile);
    }
    Thread.currentThread().join();
    return 0;
  }

  /** As the real local tools do, the environment wins over the file. */
  private int again() throws Exception {
    LaunchOptions options =
        LaunchOptions.of(packageFolder)
            .port(port)
            .hostId(hostId)
            .messageLease(messageLease)
            .stopTimeout(stopTimeout);
    if (settingsFile != null) {
      options.settings(HostSettings.readFile(settingsFile));
    }
    options.settings(System.getenv()).settings(set);
    Optional.ofNullable(hostKey).ifPresent(options::hostKey);
    Optional.ofNullable(readyFile).ifPresent(options::readyFile);
    Optional.ofNullable(invocationLog).ifPresent(options::invocationLog);
    Process child = options.inheritOutput().start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endChild(child), "stop-child"));
    return child.waitFor();
  }

  private static void endChild(Process child) {
    child.destroy();
    try {
      child.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String randomKey() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
