package io.poolkeeper.devstack.host;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/** The host's HTTP side, on the loopback address only. */
final class HostServer {
  private final HttpServer server;
  private final InFlight inFlight = new InFlight();
  private final Stopping stopping = new Stopping();

  HostServer(int port, ExecutorService executor) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new HostFailure("port " + port + " on the loopback address cannot be opened", e);
    }
    server.setExecutor(executor);
  }

  void serve(String path, Function<Call, Reply> handler) {
    server.createContext(path, exchange -> handle(exchange, handler));
  }

  void start() {
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * New requests get 503; those under way may go on for {@code limit}. (The JDK's own delayed stop
   * waits for all of the delay even when nothing runs.)
   */
  void stop(Duration limit) {
    stopping.tell();
    if (!inFlight.awaitIdle(limit)) {
      HostLog.warn("requests were still running after " + limit);
    }
    server.stop(0);
  }

  private void handle(HttpExchange exchange, Function<Call, Reply> handler) throws IOException {
    inFlight.begin();
    try (exchange) {
      Reply reply;
      try {
        reply = stopping.isTold() ? Reply.empty(503) : handler.apply(Call.read(exchange));
      } catch (RuntimeException e) {
        HostLog.warn(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath(), e);
        reply = Reply.empty(500);
      }
      reply.sendTo(exchange);
    } finally {
      inFlight.end();
    }
  }
}
