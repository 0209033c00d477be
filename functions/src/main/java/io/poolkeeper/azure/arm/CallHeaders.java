package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;

/**
 * Adds what a {@link Call} carries: the request id to every request, If-Match to the PUT alone. On
 * polls and reads that follow a PUT an If-Match of the state before it would be answered with 412.
 */
final class CallHeaders extends HttpPipelineSyncPolicy {
  private static final HttpHeaderName REQUEST_ID =
      HttpHeaderName.fromString("x-ms-client-request-id");

  @Override
  protected void beforeSendingRequest(HttpPipelineCallContext context) {
    context.getData(Call.KEY).ifPresent(call -> add((Call) call, context.getHttpRequest()));
  }

  private static void add(Call call, HttpRequest request) {
    request.setHeader(REQUEST_ID, call.requestId());
    if (request.getHttpMethod() == HttpMethod.PUT) {
      call.ifMatch().ifPresent(etag -> request.setHeader(HttpHeaderName.IF_MATCH, etag));
    }
  }
}
