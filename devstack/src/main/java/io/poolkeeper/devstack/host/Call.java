package io.poolkeeper.devstack.host;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An HTTP request to the host, read whole. Header names are lower case. */
record Call(String method, URI uri, Map<String, String> headers, byte[] body) {

  static Call read(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", all)));
    String host = headers.getOrDefault("host", "localhost");
    URI uri = URI.create("http://" + host + exchange.getRequestURI());
    byte[] body = exchange.getRequestBody().readAllBytes();
    return new Call(exchange.getRequestMethod(), uri, Map.copyOf(headers), body);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** Of the W3C trace context, as it came. */
  Optional<String> traceparent() {
    return header("traceparent");
  }

  String path() {
    return uri.getPath();
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Query parameters; the last one of a name counts. */
  Map<String, String> query() {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (uri.getRawQuery() != null) {
      for (String pair : uri.getRawQuery().split("&")) {
        String[] parts = pair.split("=", 2);
        parameters.put(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
