package io.poolkeeper.cli.chaos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Stands between who publishes events and the workers, of which any may be gone at any time: it
 * takes an event at once and hands it to one of them, again until one takes it. Some are doubled,
 * some late, some lost.
 */
final class EventRelay implements AutoCloseable {
  private static final int ATTEMPTS = 20;
  private static final Duration CALL = Duration.ofSeconds(4);
  private static final int LATEST_MILLIS = 3_000;

  private final LocalAzure azure;
  private final Random random;
  private final Tally tally;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CALL).build();
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "event-relay");
            thread.setDaemon(true);
            return thread;
          });

  EventRelay(LocalAzure azure, Random random, Tally tally) throws IOException {
    this.azure = azure;
    this.random = random;
    this.tally = tally;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      for (int copies = copies(); copies > 0; copies--) {
        threads.schedule(() -> deliver(body, 1), delay(), TimeUnit.MILLISECONDS);
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized int copies() {
    int dice = random.nextInt(20);
    if (dice == 0) {
      tally.count("events lost");
    } else if (dice < 4) {
      tally.count("events doubled");
    }
    return dice == 0 ? 0 : dice < 4 ? 2 : 1;
  }

  private synchronized int delay() {
    return random.nextInt(5) == 0 ? random.nextInt(LATEST_MILLIS) : 0;
  }

  private void deliver(byte[] body, int attempt) {
    HttpRequest request =
        HttpRequest.newBuilder(anyWorker())
            .timeout(CALL)
            .header("Content-Type", "application/json; charset=utf-8")
            .header("aeg-event-type", "Notification")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    client
        .sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .whenComplete(
            (answer, failure) -> {
              boolean taken = failure == null && answer.statusCode() / 100 == 2;
              if (!taken && attempt < ATTEMPTS && !threads.isShutdown()) {
                threads.schedule(() -> deliver(body, attempt + 1), 1, TimeUnit.SECONDS);
              }
            });
  }

  private synchronized URI anyWorker() {
    List<FunctionHost> hosts = azure.hosts();
    return hosts.get(random.nextInt(hosts.size())).eventGridUri("IngestEvent");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
