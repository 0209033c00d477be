package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpMethod;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.poolkeeper.app.Poolkeeper;
import java.util.Optional;

/** What the ledgers say, as JSON; off unless a setting allows it. */
public final class Status {
  private final Poolkeeper poolkeeper;

  public Status(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  @FunctionName("Status")
  public HttpResponseMessage run(
      @HttpTrigger(
              name = "request",
              methods = {HttpMethod.GET},
              authLevel = AuthorizationLevel.FUNCTION)
          HttpRequestMessage<Optional<String>> request,
      ExecutionContext context) {
    return poolkeeper
        .status(Invocations.of(context))
        .map(json -> request.createResponseBuilder(HttpStatus.OK).body(json))
        .orElseGet(() -> request.createResponseBuilder(HttpStatus.NOT_FOUND))
        .header("Content-Type", "application/json")
        .build();
  }
}
