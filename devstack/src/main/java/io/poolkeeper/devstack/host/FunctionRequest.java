package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.HttpStatusType;
import java.net.URI;
import java.util.Map;

/** The request as an HTTP function sees it. */
record FunctionRequest(Call call, Object content) implements HttpRequestMessage<Object> {
  @Override
  public URI getUri() {
    return call.uri();
  }

  @Override
  public HttpMethod getHttpMethod() {
    return HttpMethod.value(call.method());
  }

  @Override
  public Map<String, String> getHeaders() {
    return call.headers();
  }

  @Override
  public Map<String, String> getQueryParameters() {
    return call.query();
  }

  @Override
  public Object getBody() {
    return content;
  }

  @Override
  public HttpResponseMessage.Builder createResponseBuilder(HttpStatus status) {
    return new FunctionResponse.Builder(status);
  }

  @Override
  public HttpResponseMessage.Builder createResponseBuilder(HttpStatusType status) {
    return new FunctionResponse.Builder(status);
  }
}
