package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event Grid, HTTP and admin: no storage is needed for them. */
class WebIT {
  private static final String NOTIFICATION = "Notification";
  @TempDir Path folder;
  private Bench bench;
  private FunctionHost host;

  private void start(boolean injector) throws Exception {
    bench = new Bench(folder, null, "none");
    SamplePackage app = bench.app().queues("none").webFunctions();
    (injector ? app.withInjector() : app).stage();
    host = FunctionHost.launch(bench.options().hostKey("the key"));
  }

  @AfterEach
  void stop() {
    host.close();
  }

  @Test
  void eventsOfBothSchemasRunOnceEach() throws Exception {
    start(false);
    assertEquals(
        202,
        event(
            NOTIFICATION,
            "[{\"id\":\"1\",\"eventType\":\"T\",\"subject\":\"a\"},{\"id\":\"2\",\"eventType\":\"T\",\"subject\":\"b\"}]"));
    assertEquals(202, event(NOTIFICATION, "{\"specversion\":\"1.0\",\"id\":\"3\",\"type\":\"C\"}"));
    List<String> ids =
        host.invocations().stream()
            .filter(Invocation::succeeded)
            .map(i -> i.details().path("eventId").asText() + i.details().path("eventType").asText())
            .sorted()
            .toList();
    assertEquals(List.of("1T", "2T", "3C"), ids);
    assertTrue(
        bench
            .seen("event")
            .contains("{ \"specversion\" : \"1.0\", \"id\" : \"3\", \"type\" : \"C\" }"),
        bench.seen("event").toString());
  }

  @Test
  void aThrowingFunctionAnswers500SoThatEventGridSendsAgain() throws Exception {
    start(false);
    assertEquals(
        500,
        event(
            NOTIFICATION,
            "[{\"id\":\"1\",\"subject\":\"ok\"},{\"id\":\"2\",\"subject\":\"fail\"}]"));
    assertEquals(2, bench.seen("event").size());
  }

  @Test
  void whatIsNoEventIsRefusedWith400() throws Exception {
    start(false);
    assertEquals(400, event(NOTIFICATION, "not json"));
    assertEquals(400, event(NOTIFICATION, ""));
    assertEquals(400, event(NOTIFICATION, "[1,2]"));
    assertEquals(400, event(NOTIFICATION, "[{\"id\":\"1\"}"));
    assertEquals(400, event("Other", "{}"));
    assertEquals(404, Client.call("POST", host.eventGridUri("Nobody"), "{}").statusCode());
    assertEquals(List.of(), host.invocations());
  }

  @Test
  void theHostAnswersBothHandshakesItself() throws Exception {
    start(false);
    String body =
        "[{\"eventType\":\"Microsoft.EventGrid.SubscriptionValidationEvent\",\"data\":{\"validationCode\":\"abc\"}}]";
    HttpResponse<String> validation =
        Client.call(
            "POST", host.eventGridUri("Event"), body, "aeg-event-type", "SubscriptionValidation");
    assertEquals(200, validation.statusCode());
    assertEquals("{\"validationResponse\":\"abc\"}", validation.body());
    HttpResponse<String> options =
        Client.call(
            "OPTIONS", host.eventGridUri("Event"), "", "WebHook-Request-Origin", "eg.example");
    assertEquals(200, options.statusCode());
    assertEquals("eg.example", options.headers().firstValue("WebHook-Allowed-Origin").orElse(""));
    assertEquals(List.of(), host.invocations());
  }

  @Test
  void httpFunctionsAskForTheKeyAndBuildTheirAnswer() throws Exception {
    start(false);
    URI hello = host.uri().resolve("/api/hello/Ann?q=1");
    assertEquals(401, Client.call("POST", hello, "").statusCode());
    assertEquals(401, Client.call("POST", hello, "", "x-functions-key", "wrong").statusCode());
    HttpResponse<String> answer = Client.call("POST", hello, "x", "x-functions-key", "the key");
    assertEquals(202, answer.statusCode());
    assertEquals("plain Ann x", answer.body());
    assertEquals("1", answer.headers().firstValue("X-Sample").orElse(""));
    URI inQuery = host.uri().resolve("/api/hello/Ann?code=the%20key");
    assertEquals("plain Ann without body", Client.call("POST", inQuery, "").body());
    assertEquals(404, Client.call("GET", hello, "", "x-functions-key", "the key").statusCode());
    assertEquals("open GET", Client.call("GET", host.uri().resolve("/api/open"), "").body());
    URI nobody = host.uri().resolve("/api/hello/nobody");
    assertEquals(500, Client.call("POST", nobody, "", "x-functions-key", "the key").statusCode());
  }

  @Test
  void theAppsInjectorMakesTheInstances() throws Exception {
    start(true);
    URI hello = host.uri().resolve("/api/hello/Ann?code=the%20key");
    assertEquals("injected Ann without body", Client.call("POST", hello, "").body());
  }

  @Test
  void adminListsFunctionsAndRunsThem() throws Exception {
    start(false);
    JsonNode listed =
        Json.MAPPER.readTree(Client.call("GET", host.uri().resolve("/admin/functions"), "").body());
    assertEquals(
        List.of("Event", "Hello", "Open"),
        listed.findValuesAsText("name").stream().filter(n -> n.matches("[A-Z].*")).toList());
    assertEquals(
        "Running",
        Json.MAPPER
            .readTree(Client.call("GET", host.uri().resolve("/admin/host/status"), "").body())
            .path("state")
            .asText());
    URI run = host.uri().resolve("/admin/functions/Event?wait=true");
    assertEquals(200, Client.call("POST", run, "{\"input\":\"by hand\"}").statusCode());
    assertEquals(List.of("by hand"), bench.seen("event"));
    assertEquals("manual", host.invocations().get(0).trigger());
    assertEquals(400, Client.call("POST", run, "nonsense").statusCode());
    URI unknown = host.uri().resolve("/admin/functions/Nobody");
    assertEquals(404, Client.call("POST", unknown, "{}").statusCode());
  }

  private int event(String type, String body) throws Exception {
    return Client.call("POST", host.eventGridUri("Event"), body, "aeg-event-type", type)
        .statusCode();
  }
}
