package io.poolkeeper.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.infra.AppFacts;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The package that gets deployed, in the local function host: every function that the sources name
 * is loaded and answers. Says how long that took; {@code -Dstarts=5} starts it so many times.
 */
class StagedPackageIT {
  private static final String ID =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop/providers/Microsoft.Network/loadBalancers/lb";
  private static final String EVENT =
      "{\"id\":\"1\",\"eventType\":\"Microsoft.Resources.ResourceWriteSuccess\",\"subject\":\""
          + ID
          + "\",\"topic\":\"/subscriptions/x\",\"eventTime\":\"2026-12-01T10:00:00Z\",\"data\":"
          + "{\"operationName\":\"Microsoft.Network/loadBalancers/write\",\"resourceUri\":\""
          + ID
          + "\"},\"dataVersion\":\"1\"}";
  private static final String MESSAGE =
      "{\"v\":1,\"cluster\":\"shop\",\"loadBalancer\":\""
          + ID.toLowerCase(java.util.Locale.ROOT)
          + "\",\"cause\":\"OPERATOR\"}";

  @TempDir private Path logs;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void everyFunctionOfTheStagedPackageIsLoadedAndAnswers() throws Exception {
    Path staged = Checkout.root().resolve("functions/target/azure-functions/poolkeeper");
    LocalAzure.Stage stage =
        new LocalAzure.Stage(staged, new Options(), "{}", logs, List.of("app"));
    List<Long> millis = new ArrayList<>();
    try (LocalAzure azure = LocalAzure.start(stage, (part, where) -> {})) {
      assertEquals(AppFacts.functions(), new TreeSet<>(azure.host().functions()));
      assertEquals(expected(), answers(azure.host()));
      for (int i = 0; i < Integer.getInteger("starts", 1); i++) {
        azure.host().close();
        long began = System.nanoTime();
        azure.relaunch(0);
        assertEquals(expected(), answers(azure.host()));
        millis.add((System.nanoTime() - began) / 1_000_000);
      }
    }
    List<Long> sorted = millis.stream().sorted().toList();
    assertTrue(sorted.get(0) > 0);
    System.out.printf(
        "from start of the process to the last answer of all %d functions: least %d ms, median %d"
            + " ms of %d%n",
        AppFacts.functions().size(), sorted.get(0), sorted.get(sorted.size() / 2), sorted.size());
  }

  private static Map<String, Integer> expected() {
    Map<String, Integer> expected = new TreeMap<>();
    AppFacts.functions().forEach(name -> expected.put(name, 200));
    expected.put("IngestEvent", 202);
    return expected;
  }

  /** Status of an answer by function; each by its own trigger where that is HTTP. */
  private Map<String, Integer> answers(FunctionHost host) throws Exception {
    Map<String, Integer> answers = new TreeMap<>();
    answers.put("Status", status(request(host, host.uri() + "/api/status").GET()));
    answers.put(
        "IngestEvent",
        status(
            request(host, host.eventGridUri("IngestEvent").toString())
                .header("aeg-event-type", "Notification")
                .POST(HttpRequest.BodyPublishers.ofString("[" + EVENT + "]"))));
    byHand(host, "IngestQueuedEvent", EVENT, answers);
    byHand(host, "ReconcileLoadBalancer", MESSAGE, answers);
    byHand(host, "ReportPoison", MESSAGE, answers);
    byHand(host, "Sweep", "", answers);
    return answers;
  }

  private void byHand(
      FunctionHost host, String function, String input, Map<String, Integer> answers)
      throws IOException, InterruptedException {
    String body = "{\"input\":\"" + input.replace("\"", "\\\"") + "\"}";
    answers.put(
        function,
        status(
            request(host, host.uri() + "/admin/functions/" + function + "?wait=true")
                .POST(HttpRequest.BodyPublishers.ofString(body))));
  }

  private static HttpRequest.Builder request(FunctionHost host, String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("x-functions-key", host.hostKey());
  }

  private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
