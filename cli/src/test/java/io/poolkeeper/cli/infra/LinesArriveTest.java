package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing between the app and the workspace drops a line: the host's sampling and log levels, the
 * agent's sampling if somebody turns it on, and the component's own sampling.
 */
class LinesArriveTest {
  /** Lines are written at Information and above. */
  private static final Set<String> LEVELS = Set.of("Trace", "Debug", "Information");

  @BeforeAll
  static void evaluate() {
    Evaluated.all();
  }

  static Collection<Evaluated> apps() {
    return AppSettingsTest.apps();
  }

  private static JsonNode logging() throws IOException {
    return Bicep.JSON.readTree(Checkout.text(Checkout.root().resolve("host.json"))).path("logging");
  }

  @Test
  void theHostSamplesNeitherTracesNorTheCallsTheyBelongTo() throws IOException {
    JsonNode sampling = logging().at("/applicationInsights/samplingSettings");
    List<String> excluded = List.of(sampling.path("excludedTypes").asText().split(";"));
    boolean off = sampling.path("isEnabled").isBoolean() && !sampling.path("isEnabled").asBoolean();
    assertTrue(
        off || excluded.containsAll(List.of("Trace", "Exception", "Request")), "" + sampling);
    assertFalse(sampling.has("includedTypes"), "would win over what is excluded");
  }

  @Test
  void noLogLevelOfTheHostIsAboveTheLines() throws IOException {
    for (Map.Entry<String, JsonNode> level : logging().path("logLevel").properties()) {
      boolean ours =
          level.getKey().equalsIgnoreCase("default") || level.getKey().startsWith("Function");
      assertTrue(!ours || LEVELS.contains(level.getValue().asText()), level::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("apps")
  void noAppSettingSamplesOrFilters(Evaluated variant) {
    Map<String, String> settings = variant.settings();
    assertEquals("100", settings.get("APPLICATIONINSIGHTS_SAMPLING_PERCENTAGE"));
    assertEquals("INFO", settings.get("APPLICATIONINSIGHTS_INSTRUMENTATION_LOGGING_LEVEL"));
    settings
        .keySet()
        .forEach(name -> assertFalse(name.startsWith("AzureFunctionsJobHost__logging"), name));
    assertFalse(settings.containsKey("OTEL_TRACES_SAMPLER"));
    JsonNode component = variant.only("Microsoft.Insights/components").path("properties");
    assertEquals(100, component.path("SamplingPercentage").asInt(100));
  }
}
