package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.devstack.host.FunctionDefinition.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A staged package: {@code host.json}, one folder per function, the jar and {@code lib}. */
record FunctionPackage(Path folder, HostJson hostJson, List<FunctionDefinition> functions) {

  static FunctionPackage read(Path folder, HostSettings settings) {
    HostJson hostJson = HostJson.read(folder.resolve("host.json"), settings);
    List<FunctionDefinition> functions = new ArrayList<>();
    try (Stream<Path> children = Files.list(folder)) {
      for (Path child : children.sorted().toList()) {
        Path file = child.resolve("function.json");
        if (Files.isRegularFile(file)) {
          functions.add(definition(file));
        }
      }
    } catch (IOException e) {
      throw new HostFailure("the package folder " + folder + " cannot be listed", e);
    }
    if (functions.isEmpty()) {
      throw new HostFailure("no <function>/function.json in " + folder + ": stage the package");
    }
    return new FunctionPackage(folder, hostJson, List.copyOf(functions));
  }

  /** The jars of {@code lib} in name order. */
  List<Path> libraries() {
    Path lib = folder.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.filter(p -> p.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new HostFailure("the folder " + lib + " cannot be listed", e);
    }
  }

  private static FunctionDefinition definition(Path file) {
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      throw new HostFailure(file + " is not readable JSON", e);
    }
    List<Binding> bindings = new ArrayList<>();
    root.path("bindings")
        .forEach(
            node ->
                bindings.add(
                    new Binding(
                        required(node, "type", file),
                        node.path("name").asText(""),
                        node.path("direction").asText("in"),
                        node)));
    long triggers = bindings.stream().filter(Binding::isTrigger).count();
    if (triggers != 1) {
      throw new HostFailure(file + ": exactly one trigger binding expected, found " + triggers);
    }
    Path script = file.resolveSibling(required(root, "scriptFile", file)).normalize();
    if (!Files.isRegularFile(script)) {
      throw new HostFailure(file + ": scriptFile " + script + " does not exist");
    }
    return new FunctionDefinition(
        file.getParent().getFileName().toString(),
        script,
        required(root, "entryPoint", file),
        List.copyOf(bindings),
        root.path("disabled").asBoolean(false));
  }

  private static String required(JsonNode node, String property, Path file) {
    JsonNode value = node.path(property);
    if (!value.isTextual() || value.asText().isBlank()) {
      throw new HostFailure(file + ": the text " + property + " is missing");
    }
    return value.asText();
  }
}
