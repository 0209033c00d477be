package io.poolkeeper.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.AuthorizationLevel;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import io.poolkeeper.app.Poolkeeper;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The only HTTP function: whatever a request carries decides nothing. */
final class StatusAsksNothingTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @SuppressWarnings("unchecked")
  void neitherQueryNorBodyNorHeadersAreRead(boolean on) {
    Poolkeeper poolkeeper = mock(Poolkeeper.class);
    when(poolkeeper.status(any())).thenReturn(on ? Optional.of("{}") : Optional.empty());
    HttpResponseMessage.Builder builder = mock(HttpResponseMessage.Builder.class);
    when(builder.body(any())).thenReturn(builder);
    when(builder.header(any(), any())).thenReturn(builder);
    HttpRequestMessage<Optional<String>> request = mock(HttpRequestMessage.class);
    when(request.createResponseBuilder(any(HttpStatus.class))).thenReturn(builder);
    new Status(poolkeeper).run(request, mock(ExecutionContext.class));
    verify(request).createResponseBuilder(on ? HttpStatus.OK : HttpStatus.NOT_FOUND);
    verifyNoMoreInteractions(request);
  }

  @Test
  void theHostAsksForAKey() {
    AuthorizationLevel level =
        Stream.of(Status.class.getMethods())
            .filter(method -> method.getName().equals("run"))
            .flatMap(method -> Stream.of(method.getParameters()))
            .flatMap(parameter -> Stream.ofNullable(parameter.getAnnotation(HttpTrigger.class)))
            .map(HttpTrigger::authLevel)
            .findFirst()
            .orElseThrow();
    assertEquals(AuthorizationLevel.FUNCTION, level);
  }
}
