package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** App settings by name, as the real platform hands them over: environment variables. */
record HostSettings(Map<String, String> values) {
  private static final Pattern REFERENCE = Pattern.compile("%([^%\\s]+)%");

  HostSettings {
    values = Map.copyOf(values);
  }

  /** Reads a settings file: {@code {"IsEncrypted":false,"Values":{"NAME":"value"}}}. */
  static Map<String, String> readFile(Path file) {
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      throw new HostFailure("settings file " + file + " is not readable JSON", e);
    }
    if (root.path("IsEncrypted").asBoolean(false)) {
      throw new HostFailure(file + ": IsEncrypted must be false, only plain files are read");
    }
    if (!root.path("Values").isObject()) {
      throw new HostFailure(file + ": an object Values with the settings was expected");
    }
    Map<String, String> values = new LinkedHashMap<>();
    root.get("Values")
        .properties()
        .forEach(
            entry -> {
              if (!entry.getValue().isValueNode()) {
                throw new HostFailure(
                    file + ": Values." + entry.getKey() + " must be a string, not a structure");
              }
              values.put(entry.getKey(), entry.getValue().asText());
            });
    return values;
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
  }

  /** Replaces {@code %NAME%} by the setting's value; unknown names are a failure, all at once. */
  String resolve(String text, String where) {
    StartCheck check = new StartCheck();
    String resolved =
        REFERENCE
            .matcher(text)
            .replaceAll(
                reference -> Matcher.quoteReplacement(value(reference.group(1), where, check)));
    check.orFail();
    return resolved;
  }

  private String value(String name, String where, StartCheck check) {
    Optional<String> value = find(name);
    check.that(value.isPresent(), where + " names the setting %" + name + "%, which is not set");
    return value.orElse("");
  }

  /** Whether {@code AzureWebJobs.<function>.Disabled} switches the function off. */
  boolean disables(String function) {
    return find("AzureWebJobs." + function + ".Disabled")
        .or(() -> find("AzureWebJobs_" + function + "_Disabled"))
        .map(value -> value.equalsIgnoreCase("true") || value.equals("1"))
        .orElse(false);
  }
}
