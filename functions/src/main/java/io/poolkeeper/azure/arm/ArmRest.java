package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Any call of ARM, for tools of an operator: the app itself makes none of these. The same pipeline
 * as the app's, so the token goes to ARM's own host alone and only reads are repeated.
 */
public final class ArmRest {
  private final ArmClient arm;

  public ArmRest(ArmClient arm) {
    this.arm = arm;
  }

  /**
   * What came back.
   *
   * @param status 0 if no answer came
   * @param headers names compare without case
   * @param body a missing node if there is none or it is no JSON
   * @param failure why no answer came, or why it could not be used
   */
  public record Reply(
      int status, SortedMap<String, String> headers, JsonNode body, Optional<String> failure) {

    /** The code of ARM's error, or empty text. */
    public String errorCode() {
      return body.at("/error/code").asText("");
    }

    /** The code of the first detail of ARM's error, or empty text. */
    public String detailCode() {
      return body.at("/error/details/0/code").asText("");
    }

    /** One line for people: status, code and message. */
    public String said() {
      return failure.orElseGet(
          () ->
              "%d %s %s"
                  .formatted(status, errorCode(), body.at("/error/message").asText(""))
                  .strip());
    }
  }

  /**
   * One call.
   *
   * @param target a path with its query, or a whole URL that came in an answer
   * @param headers more than the pipeline adds
   * @param requestId becomes the client request id
   */
  public Reply send(
      String method,
      String target,
      Map<String, String> headers,
      Optional<JsonNode> body,
      String requestId) {
    String url = target.startsWith("/") ? arm.endpoint() + escaped(target) : target;
    HttpRequest request =
        new HttpRequest(HttpMethod.valueOf(method), url)
            .setHeader(HttpHeaderName.ACCEPT, "application/json");
    headers.forEach((name, value) -> request.setHeader(HttpHeaderName.fromString(name), value));
    body.ifPresent(
        json ->
            request
                .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
                .setBody(json.toString().getBytes(StandardCharsets.UTF_8)));
    Answer answer = arm.any(request, requestId);
    SortedMap<String, String> came = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    answer.headers().forEach(header -> came.put(header.getName(), header.getValue()));
    return new Reply(answer.status(), came, answer.json(), answer.failure());
  }

  private static String escaped(String target) {
    String[] parts = target.split("\\?", 2);
    return ArmClient.escaped(parts[0]) + (parts.length == 2 ? "?" + parts[1] : "");
  }
}
