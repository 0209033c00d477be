package io.poolkeeper.devstack.host;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An HTTP answer of the host. */
record Reply(int status, Map<String, String> headers, byte[] body) {

  static Reply empty(int status) {
    return new Reply(status, Map.of(), new byte[0]);
  }

  static Reply text(int status, String text) {
    return new Reply(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8"),
        text.getBytes(StandardCharsets.UTF_8));
  }

  static Reply json(int status, Object value) {
    try {
      return new Reply(
          status,
          Map.of("Content-Type", "application/json; charset=utf-8"),
          Json.MAPPER.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new IllegalArgumentException("an answer has no JSON form", e);
    }
  }

  void sendTo(HttpExchange exchange) throws IOException {
    headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    boolean silent = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, silent ? -1 : body.length);
    if (!silent) {
      exchange.getResponseBody().write(body);
    }
  }
}
