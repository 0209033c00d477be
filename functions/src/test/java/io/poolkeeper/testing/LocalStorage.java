package io.poolkeeper.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One Azurite for all integration tests of this virtual machine, started when first asked for. It
 * ends with this process: its runner watches standard input. It comes from the folder {@code
 * devstack/azurite} of the checkout, without that module, so that this one still builds alone; and
 * it checks the API version, as the devstack's own does not.
 */
public final class LocalStorage {
  private static final String ACCOUNT = "devstoreaccount1";

  /** Documented, the same in every Azurite. */
  private static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final Pattern LISTENING =
      Pattern.compile(
          "Azurite (Blob|Queue|Table) service is successfully listening at \\S+:(\\d+)");

  private static final long START_SECONDS = 60;

  private static String connectionString;

  private LocalStorage() {}

  public static synchronized String connectionString() {
    if (connectionString == null) {
      try {
        connectionString = start(folder());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return connectionString;
  }

  private static Path folder() throws IOException {
    return Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
        .map(p -> p.resolve("devstack").resolve("azurite"))
        .filter(p -> Files.isRegularFile(p.resolve("run.cjs")))
        .findFirst()
        .orElseThrow(() -> new IOException("devstack/azurite was not found above this folder"));
  }

  private static String start(Path folder) throws IOException {
    install(folder);
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("node", "run.cjs", folder.toString()),
                        List.of(
                                "--blobHost 127.0.0.1 --blobPort 0",
                                "--queueHost 127.0.0.1 --queuePort 0",
                                "--tableHost 127.0.0.1 --tablePort 0",
                                "--inMemoryPersistence --silent --disableTelemetry")
                            .stream()
                            .flatMap(words -> Stream.of(words.split(" "))))
                    .toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    Map<String, String> ports = ports(process.inputReader(StandardCharsets.UTF_8));
    return "DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;BlobEndpoint=%s;QueueEndpoint=%s;"
        .formatted(ACCOUNT, KEY, endpoint(ports.get("Blob")), endpoint(ports.get("Queue")));
  }

  private static String endpoint(String port) {
    return "http://127.0.0.1:" + port + "/" + ACCOUNT;
  }

  private static void install(Path folder) throws IOException {
    try {
      Process install =
          new ProcessBuilder("node", "install.cjs").directory(folder.toFile()).inheritIO().start();
      if (install.waitFor() != 0) {
        throw new IOException("installing Azurite in " + folder + " ended with an error");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while installing Azurite", e);
    }
  }

  private static Map<String, String> ports(BufferedReader output) throws IOException {
    CompletableFuture<Map<String, String>> ports = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(output, ports), "azurite-output");
    reader.setDaemon(true);
    reader.start();
    try {
      return ports.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("Azurite did not listen within " + START_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Azurite started", e);
    }
  }

  /** Reads on to the end: a process whose output nobody takes stands still. */
  private static void read(BufferedReader output, CompletableFuture<Map<String, String>> ports) {
    Map<String, String> found = new HashMap<>();
    output
        .lines()
        .forEach(
            line -> {
              Matcher matcher = LISTENING.matcher(line);
              if (matcher.find()) {
                found.put(matcher.group(1), matcher.group(2));
              } else {
                System.out.println("azurite: " + line);
              }
              if (found.size() == 3) {
                ports.complete(Map.copyOf(found));
              }
            });
    ports.completeExceptionally(new IOException("Azurite ended, see its lines above"));
  }
}
