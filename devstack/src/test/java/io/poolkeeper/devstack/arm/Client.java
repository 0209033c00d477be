package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** A client that trusts the simulator's authority. */
final class Client {
  private final URI base;
  private final HttpClient http;

  Client(ArmSimulator simulator) {
    this(simulator.url(), simulator.clientContext());
  }

  Client(URI base, SSLContext context) {
    this.base = base;
    this.http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context).build();
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return call(
        "GET", path + (path.contains("?") ? "&" : "?") + "api-version=2025-03-01", null, Map.of());
  }

  HttpResponse<String> put(String path, JsonNode body) throws IOException, InterruptedException {
    return call(
        "PUT",
        path + "?api-version=2025-03-01",
        body.toString(),
        Map.of("x-ms-client-request-id", "run-1"));
  }

  /** A call to the control API. */
  JsonNode control(String method, String call, JsonNode body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        call(method, "/_devstack/" + call, body == null ? null : body.toString(), Map.of());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
    return Json.MAPPER.readTree(answer.body());
  }

  HttpResponse<String> call(String method, String path, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path.replace(" ", "%20").replace("\"", "%22")))
            .header("Authorization", "Bearer any")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
