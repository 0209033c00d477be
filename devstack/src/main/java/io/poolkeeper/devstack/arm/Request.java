package io.poolkeeper.devstack.arm;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** One HTTP request, read whole. Header and parameter names compare without case. */
record Request(
    String method,
    String path,
    String rawQuery,
    Map<String, String> query,
    Map<String, String> headers,
    byte[] body,
    Instant receivedAt,
    String base) {

  static Request of(
      String method, URI uri, Headers headers, byte[] body, Instant now, String ownBase) {
    Map<String, String> flat = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> flat.put(name, String.join(",", values)));
    String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    String base = flat.containsKey("Host") ? "https://" + flat.get("Host") : ownBase;
    return new Request(
        method,
        uri.getPath(),
        query,
        parameters(query),
        Collections.unmodifiableMap(flat),
        body,
        now,
        base);
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String pair : query.split("&")) {
      int equals = pair.indexOf('=');
      if (!pair.isEmpty()) {
        found.put(
            decode(equals < 0 ? pair : pair.substring(0, equals)),
            equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    return Collections.unmodifiableMap(found);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
