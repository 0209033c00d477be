package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatusType;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The response that an HTTP function builds. */
record FunctionResponse(HttpStatusType status, Map<String, String> headers, Object content)
    implements HttpResponseMessage {

  @Override
  public HttpStatusType getStatus() {
    return status;
  }

  @Override
  public String getHeader(String key) {
    return headers.get(key);
  }

  @Override
  public Object getBody() {
    return content;
  }

  /** The answer for whatever a function returned: nothing is 204, a plain value is 200. */
  static Reply reply(Object returned) {
    if (returned == null) {
      return Reply.empty(204);
    }
    if (!(returned instanceof HttpResponseMessage message)) {
      return body(200, new LinkedHashMap<>(), returned);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    if (message instanceof FunctionResponse own) {
      headers.putAll(own.headers());
    } else if (message.getHeader("Content-Type") != null) {
      headers.put("Content-Type", message.getHeader("Content-Type"));
    }
    return body(message.getStatusCode(), headers, message.getBody());
  }

  private static Reply body(int status, Map<String, String> headers, Object content) {
    if (content == null) {
      return new Reply(status, headers, new byte[0]);
    }
    if (content instanceof byte[] bytes) {
      headers.putIfAbsent("Content-Type", "application/octet-stream");
      return new Reply(status, headers, bytes);
    }
    if (content instanceof String text) {
      headers.putIfAbsent("Content-Type", "text/plain; charset=utf-8");
      return new Reply(status, headers, text.getBytes(StandardCharsets.UTF_8));
    }
    headers.putIfAbsent("Content-Type", "application/json; charset=utf-8");
    return new Reply(status, headers, Reply.json(status, content).body());
  }

  static final class Builder implements HttpResponseMessage.Builder {
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private HttpStatusType status;
    private Object body;

    Builder(HttpStatusType status) {
      this.status = status;
    }

    @Override
    public Builder status(HttpStatusType newStatus) {
      status = newStatus;
      return this;
    }

    @Override
    public Builder header(String key, String value) {
      headers.put(key, value);
      return this;
    }

    @Override
    public Builder body(Object content) {
      body = content;
      return this;
    }

    @Override
    public HttpResponseMessage build() {
      return new FunctionResponse(status, headers, body);
    }
  }
}
