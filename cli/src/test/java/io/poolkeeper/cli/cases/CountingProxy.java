package io.poolkeeper.cli.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands in front of one storage service and counts what passes. */
final class CountingProxy implements AutoCloseable {
  /** Set by the HTTP client or of one connection only. */
  private static final Set<String> NOT_FORWARDED =
      Set.of("connection", "content-length", "host", "upgrade", "http2-settings", "expect");

  private static final Set<String> NOT_RETURNED =
      Set.of("connection", "content-length", "transfer-encoding", "keep-alive", "date");

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final URI target;

  CountingProxy(URI target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::forward);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Method and path of each call so far. */
  List<String> calls() {
    return calls;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      URI asked = exchange.getRequestURI();
      calls.add(exchange.getRequestMethod() + " " + asked);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target.resolve(asked.toString()))
              .method(
                  exchange.getRequestMethod(),
                  HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) -> {
                if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                  values.forEach(value -> request.header(name, value));
                }
              });
      answer(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_RETURNED.contains(name) && !name.startsWith(":")) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] body = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
