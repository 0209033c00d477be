package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Requests that come from no socket. */
final class Requests {
  private Requests() {}

  static Request of(String method, String path, JsonNode body) {
    Headers headers = new Headers();
    headers.set("Authorization", "Bearer test");
    byte[] bytes = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    return Request.of(
        method,
        URI.create(path + "?api-version=2025-03-01"),
        headers,
        bytes,
        Instant.EPOCH,
        "https://sim");
  }
}
