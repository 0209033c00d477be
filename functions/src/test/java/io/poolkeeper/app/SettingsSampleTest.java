package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The sample names every setting, with its default, and the app starts with it. */
class SettingsSampleTest {
  private static final Path SAMPLE = Path.of("..", "local.settings.sample.json");

  @Test
  void namesEverySettingWithItsDefault() throws IOException {
    Map<String, String> values = values();
    assertEquals("java", values.remove("FUNCTIONS_WORKER_RUNTIME"));
    assertEquals("UseDevelopmentStorage=true", values.remove("AzureWebJobsStorage"));
    Map<String, String> expected = new HashMap<>();
    for (KnownSettings.Known known : KnownSettings.ALL) {
      String value =
          switch (known.defaultValue()) {
            case "absent" -> "";
            case "required" -> "UseDevelopmentStorage=true";
            default -> known.defaultValue();
          };
      expected.put(known.fullName(), value);
    }
    assertEquals(new TreeSet<>(expected.keySet()), new TreeSet<>(values.keySet()));
    assertEquals(expected, values);
  }

  @Test
  void startsTheApp() throws IOException {
    SettingsResult<Settings> result = Settings.from(values());
    assertEquals(List.of(), result.violations());
    assertEquals(List.of(), result.warnings());
  }

  private static Map<String, String> values() throws IOException {
    JsonNode sample = new ObjectMapper().readTree(SAMPLE.toFile());
    assertEquals(false, sample.get("IsEncrypted").booleanValue());
    Map<String, String> values = new HashMap<>();
    sample.get("Values").properties().forEach(e -> values.put(e.getKey(), e.getValue().asText()));
    return values;
  }
}
