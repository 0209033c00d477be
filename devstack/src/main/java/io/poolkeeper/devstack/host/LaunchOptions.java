package io.poolkeeper.devstack.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How a host process of its own is started: package, settings, and where its files go. */
public final class LaunchOptions {
  /** What a child keeps of this process's environment: enough to run, nothing that configures. */
  private static final Set<String> INHERITED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LANG",
          "LC_ALL",
          "TZ",
          "TMPDIR",
          "TEMP",
          "TMP",
          "SYSTEMROOT",
          "JAVA_HOME");

  /**
   * The JDK's HTTP server closes idle connections after 30 s, under a client that just writes to
   * one; and without nodelay an answer waits 40 ms for the client's acknowledgement.
   */
  private static final List<String> SERVER =
      List.of("-Dsun.net.httpserver.idleInterval=3600", "-Dsun.net.httpserver.nodelay=true");

  private final Path packageFolder;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, String> options = new LinkedHashMap<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private Path readyFile;
  private Path invocationLog;
  private Path logFile;
  private boolean inherit;

  private LaunchOptions(Path packageFolder) {
    this.packageFolder = packageFolder;
    options.put("--parent-pid", Long.toString(ProcessHandle.current().pid()));
  }

  /** A host for the staged package in {@code folder}. */
  public static LaunchOptions of(Path folder) {
    return new LaunchOptions(folder.toAbsolutePath());
  }

  /** One app setting; the function sees it in its environment. */
  public LaunchOptions set(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** App settings; later ones win. */
  public LaunchOptions settings(Map<String, String> values) {
    settings.putAll(values);
    return this;
  }

  /** App settings from a file in the form of {@code local.settings.json}. */
  public LaunchOptions settingsFile(Path file) {
    return settings(HostSettings.readFile(file));
  }

  /** The loopback port; 0, the default, takes a free one. */
  public LaunchOptions port(int port) {
    return option("--port", Integer.toString(port));
  }

  /** The key for HTTP functions that are not anonymous; absent: a random one. */
  public LaunchOptions hostKey(String key) {
    return option("--host-key", key);
  }

  /** Names the host's locks: instances of one app share it. Default {@code poolkeeper}. */
  public LaunchOptions hostId(String id) {
    return option("--host-id", id);
  }

  /** How long a received queue message stays invisible; the real 10 min by default. */
  public LaunchOptions messageLease(Duration lease) {
    return option("--message-lease", lease.toString());
  }

  /** How long running invocations may go on after the stop signal; 30 s by default. */
  public LaunchOptions stopTimeout(Duration timeout) {
    return option("--stop-timeout", timeout.toString());
  }

  /** Where the host says that it serves, for programs that start it by other means. */
  public LaunchOptions readyFile(Path file) {
    readyFile = file;
    return option("--ready-file", file.toAbsolutePath().toString());
  }

  /** Where invocations are written as JSON lines. */
  public LaunchOptions invocationLog(Path file) {
    invocationLog = file;
    return option("--invocation-log", file.toAbsolutePath().toString());
  }

  /** Options of the child's JVM, for example a trust store. */
  public LaunchOptions jvmOptions(String... more) {
    jvmOptions.addAll(List.of(more));
    return this;
  }

  /** Puts the host's log, invocation log and ready file into {@code folder} under {@code name}. */
  public LaunchOptions filesIn(Path folder, String name) {
    logFile = folder.resolve(name + ".log");
    return readyFile(folder.resolve(name + ".ready.json"))
        .invocationLog(folder.resolve(name + ".invocations.jsonl"));
  }

  LaunchOptions inheritOutput() {
    inherit = true;
    return this;
  }

  Path readyFile() {
    return readyFile;
  }

  Path invocationLog() {
    return invocationLog;
  }

  Path logFile() {
    return logFile;
  }

  private LaunchOptions option(String name, String value) {
    options.put(name, value);
    return this;
  }

  Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> !INHERITED.contains(name));
    builder.environment().putAll(settings);
    if (inherit) {
      builder.inheritIO();
    } else {
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
    }
    return builder.start();
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(SERVER);
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", ownClassPath(), HostMain.class.getName()));
    options.forEach((name, value) -> command.addAll(List.of(name, value)));
    command.add(packageFolder.toString());
    return command;
  }

  /** Relative entries would mean something else in a child started elsewhere. */
  private static String ownClassPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }
}
