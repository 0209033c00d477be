package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The app starts with the sample; that it names every setting, the list of settings asserts. */
class SettingsSampleTest {
  private static final Path SAMPLE = Path.of("..", "local.settings.sample.json");

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
