package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One staged {@code function.json}.
 *
 * @param script the jar, resolved against the function's folder
 * @param entryPoint {@code package.Class.method}
 * @param disabled switched off inside the file
 */
record FunctionDefinition(
    String name, Path script, String entryPoint, List<Binding> bindings, boolean disabled) {

  /** One entry of {@code bindings}; {@code json} keeps everything that the file says. */
  record Binding(String type, String name, String direction, JsonNode json) {
    boolean isTrigger() {
      return type.toLowerCase(Locale.ROOT).endsWith("trigger");
    }

    boolean isOutput() {
      return direction.equalsIgnoreCase("out");
    }

    String text(String property, String absent) {
      return json.path(property).asText(absent);
    }
  }

  Binding trigger() {
    return bindings.stream().filter(Binding::isTrigger).findFirst().orElseThrow();
  }

  boolean isTriggeredBy(String type) {
    return trigger().type().equalsIgnoreCase(type);
  }

  Optional<Binding> output(String bindingName) {
    return bindings.stream().filter(b -> b.isOutput() && b.name().equals(bindingName)).findFirst();
  }
}
