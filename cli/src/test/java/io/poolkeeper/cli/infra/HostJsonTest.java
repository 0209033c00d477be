package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every value of host.json has its reason in a decision record, and documents calculate with it.
 */
class HostJsonTest {
  private static final String RECORD = "docs/decisions/0015-host-json.md";

  private static JsonNode file() throws IOException {
    return Bicep.JSON.readTree(text("host.json"));
  }

  private static String text(String file) {
    return Checkout.text(Checkout.root().resolve(file));
  }

  @Test
  void everyValueStandsInTheRecordWithAReason() throws IOException {
    Map<String, String> values = new TreeMap<>();
    flatten("", file(), values);
    values.keySet().removeIf(path -> path.startsWith("logging."));
    Map<String, String> recorded = new TreeMap<>();
    Matcher rows =
        Pattern.compile("(?m)^\\| ([A-Za-z.]+) \\| ([^|]+) \\| ([^|]{10,}) \\|$")
            .matcher(text(RECORD));
    while (rows.find()) {
      recorded.put(rows.group(1), rows.group(2));
    }
    assertEquals(values, recorded);
  }

  private static void flatten(String path, JsonNode node, Map<String, String> into) {
    if (node.isContainerNode()) {
      node.properties()
          .forEach(
              e ->
                  flatten(
                      path.isEmpty() ? e.getKey() : path + "." + e.getKey(), e.getValue(), into));
    } else {
      into.put(path, node.asText());
    }
  }

  @Test
  void documentsCalculateWithItsConcurrencyAndPolling() throws IOException {
    JsonNode queues = file().at("/extensions/queues");
    int atOnce = queues.path("batchSize").asInt() + queues.path("newBatchThreshold").asInt();
    String instances =
        "40 instances with %d messages each are %d runs".formatted(atOnce, 40 * atOnce);
    assertTrue(text("docs/deploy.md").contains(instances), instances);
    assertTrue(text("infra/types.bicep").contains(instances), instances);
    assertEquals("00:00:02", queues.path("maxPollingInterval").asText());
    assertTrue(text("docs/deploy.md").contains("looked at every 2 s"));
  }

  @Test
  void theTemplatesTimeoutIsTheFiles() throws IOException {
    assertEquals(
        file().path("functionTimeout").asText(),
        Evaluated.of("sample").settings().get("AzureFunctionsJobHost__functionTimeout"));
  }
}
