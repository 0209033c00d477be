package io.poolkeeper.devstack.azurite;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running Azurite on free loopback ports. It ends when closed, and when this process ends in any
 * way.
 */
public final class Azurite implements AutoCloseable {
  /** The account name that every Azurite knows. */
  public static final String ACCOUNT = "devstoreaccount1";

  /** The account key that every Azurite knows; documented, no secret. */
  public static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 5;

  private final Process process;
  private final String scheme;
  private final Map<String, Integer> ports;

  private Azurite(Process process, String scheme, Map<String, Integer> ports) {
    this.process = process;
    this.scheme = scheme;
    this.ports = ports;
  }

  /**
   * Installs Azurite when its folder is not in step with the lock file, starts it and waits until
   * its three services listen.
   *
   * @throws IOException when Node or npm is missing, the installation fails, or Azurite does not
   *     listen within 60 s; the message carries Azurite's last lines
   */
  public static Azurite start(AzuriteOptions options) throws IOException {
    AzuriteInstallation installation = AzuriteInstallation.ensure(options.installation());
    if (options.location().isPresent()) {
      Files.createDirectories(options.location().get());
    }
    Process process =
        new ProcessBuilder(command(installation, options)).redirectErrorStream(true).start();
    AzuritePorts ports = new AzuritePorts();
    Thread reader =
        new Thread(
            () -> ports.readFrom(process.inputReader(StandardCharsets.UTF_8)), "azurite-output");
    reader.setDaemon(true);
    reader.start();
    String scheme = options.tls().isPresent() ? "https" : "http";
    return new Azurite(process, scheme, await(process, ports));
  }

  private static List<String> command(AzuriteInstallation installation, AzuriteOptions options) {
    List<String> command = new ArrayList<>(List.of("node", installation.runner().toString()));
    command.add(installation.folder().toString());
    for (String service : List.of("blob", "queue", "table")) {
      command.addAll(List.of("--" + service + "Host", "127.0.0.1", "--" + service + "Port", "0"));
    }
    command.addAll(List.of("--silent", "--disableTelemetry", "--skipApiVersionCheck"));
    options
        .location()
        .ifPresentOrElse(
            folder -> command.addAll(List.of("--location", folder.toString())),
            () -> command.add("--inMemoryPersistence"));
    options
        .tls()
        .ifPresent(
            tls ->
                command.addAll(
                    List.of(
                        "--oauth",
                        "basic",
                        "--cert",
                        tls.certificate().toString(),
                        "--key",
                        tls.key().toString())));
    return command;
  }

  private static Map<String, Integer> await(Process process, AzuritePorts ports)
      throws IOException {
    try {
      return ports.ready().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      process.destroyForcibly();
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IOException(
          "Azurite did not listen within " + START_SECONDS + " s:\n" + ports.tail(), e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Azurite started", e);
    }
  }

  /** A storage connection string with the blob, queue and table endpoints. */
  public String connectionString() {
    return "DefaultEndpointsProtocol=%s;AccountName=%s;AccountKey=%s;BlobEndpoint=%s;QueueEndpoint=%s;TableEndpoint=%s;"
        .formatted(scheme, ACCOUNT, KEY, blobEndpoint(), queueEndpoint(), endpoint("Table"));
  }

  /** The blob service with the account in its path, without a slash at the end. */
  public URI blobEndpoint() {
    return endpoint("Blob");
  }

  /** The queue service with the account in its path, without a slash at the end. */
  public URI queueEndpoint() {
    return endpoint("Queue");
  }

  private URI endpoint(String service) {
    return URI.create("%s://127.0.0.1:%d/%s".formatted(scheme, ports.get(service), ACCOUNT));
  }

  /** The process, for tests that stop or kill it. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Waits until Azurite ends. */
  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  /** Ends Azurite: asked first, forced after 5 s. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
