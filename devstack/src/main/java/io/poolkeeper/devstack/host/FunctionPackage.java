package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.devstack.host.FunctionDefinition.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A staged package: {@code host.json}, one folder per function, the jar and {@code lib}. */
record FunctionPackage(Path folder, HostJson hostJson, List<FunctionDefinition> functions) {

  /**
   * What can be read; what cannot is kept by {@code check}, and left out: a refused {@code
   * host.json} by the real host's defaults.
   */
  static FunctionPackage read(Path folder, HostSettings settings, StartCheck check) {
    Optional<HostJson> hostJson =
        check.value(() -> HostJson.read(folder.resolve("host.json"), settings));
    List<FunctionDefinition> functions = new ArrayList<>();
    List<Path> files = check.value(() -> functionFiles(folder)).orElse(List.of());
    for (Path file : files) {
      check.value(() -> definition(file)).ifPresent(functions::add);
    }
    return new FunctionPackage(
        folder,
        hostJson.orElseGet(() -> HostJson.from(Json.MAPPER.createObjectNode())),
        List.copyOf(functions));
  }

  private static List<Path> functionFiles(Path folder) {
    List<Path> files;
    try (Stream<Path> children = Files.list(folder)) {
      files =
          children
              .sorted()
              .map(child -> child.resolve("function.json"))
              .filter(Files::isRegularFile)
              .toList();
    } catch (IOException e) {
      throw new HostFailure("the package folder " + folder + " cannot be listed", e);
    }
    if (files.isEmpty()) {
      throw new HostFailure("no <function>/function.json in " + folder + ": stage the package");
    }
    return files;
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
    StartCheck check = new StartCheck();
    List<Binding> bindings = new ArrayList<>();
    for (JsonNode node : root.path("bindings")) {
      check.value(() -> binding(node, file)).ifPresent(bindings::add);
    }
    long triggers = bindings.stream().filter(Binding::isTrigger).count();
    check.that(triggers == 1, file + ": exactly one trigger binding expected, found " + triggers);
    Optional<Path> script = check.value(() -> script(root, file));
    Optional<String> entryPoint = check.value(() -> required(root, "entryPoint", file));
    check.orFail();
    return new FunctionDefinition(
        file.getParent().getFileName().toString(),
        script.orElseThrow(),
        entryPoint.orElseThrow(),
        List.copyOf(bindings),
        root.path("disabled").asBoolean(false));
  }

  private static Binding binding(JsonNode node, Path file) {
    return new Binding(
        required(node, "type", file),
        node.path("name").asText(""),
        node.path("direction").asText("in"),
        node);
  }

  private static Path script(JsonNode root, Path file) {
    Path script = file.resolveSibling(required(root, "scriptFile", file)).normalize();
    if (!Files.isRegularFile(script)) {
      throw new HostFailure(file + ": scriptFile " + script + " does not exist");
    }
    return script;
  }

  private static String required(JsonNode node, String property, Path file) {
    JsonNode value = node.path(property);
    if (!value.isTextual() || value.asText().isBlank()) {
      throw new HostFailure(file + ": the text " + property + " is missing");
    }
    return value.asText();
  }
}
