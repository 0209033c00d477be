package io.poolkeeper.devstack.sample;

import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.EventGridTrigger;
import com.microsoft.azure.functions.annotation.HttpTrigger;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Samples of the other triggers. */
public class OtherFunctions {
  private final String greeting;

  /** As the host makes it. */
  public OtherFunctions() {
    this("plain");
  }

  OtherFunctions(String greeting) {
    this.greeting = greeting;
  }

  /** Writes down the timer's JSON. */
  public void tick(@TimerTrigger(name = "timer", schedule = "%SAMPLE_SCHEDULE%") String timer)
      throws IOException {
    Seen.line("tick", timer);
  }

  /** Takes longer than the pause between two occurrences. */
  public void longTick(@TimerTrigger(name = "timer", schedule = "* * * * * *") String timer)
      throws IOException, InterruptedException {
    Seen.line("longTick", "begin");
    new CountDownLatch(1).await(1300, TimeUnit.MILLISECONDS);
    Seen.line("longTick", "end");
  }

  /** Writes down the event; fails when its subject is "fail". */
  public void event(@EventGridTrigger(name = "event") String event) throws IOException {
    Seen.line("event", event.replaceAll("\\s+", " "));
    if (event.contains("\"subject\" : \"fail\"")) {
      throw new IllegalStateException("told to fail");
    }
  }

  /** Answers with what it was asked. */
  public HttpResponseMessage hello(
      @HttpTrigger(name = "request") HttpRequestMessage<Optional<String>> request,
      @BindingName("name") String name) {
    if (name.equals("nobody")) {
      throw new IllegalArgumentException("nobody is not greeted");
    }
    return request
        .createResponseBuilder(HttpStatus.ACCEPTED)
        .header("X-Sample", request.getQueryParameters().getOrDefault("q", "none"))
        .body(greeting + " " + name + " " + request.getBody().orElse("without body"))
        .build();
  }

  /** Needs no key and returns plain text. */
  public String open(@HttpTrigger(name = "request") HttpRequestMessage<String> request) {
    return "open " + request.getHttpMethod();
  }
}
