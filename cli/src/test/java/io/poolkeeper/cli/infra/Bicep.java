package io.poolkeeper.cli.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.opentest4j.TestAbortedException;

/**
 * The compiler as a process that answers JSON-RPC: one start for all questions. It is found by the
 * variable {@code BICEP}, on the PATH, or as {@code shared/tools/bicep} beside the checkout.
 */
final class Bicep implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private int id;

  private Bicep(Path compiler) {
    try {
      this.process =
          new ProcessBuilder(compiler.toString(), "jsonrpc", "--stdio")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the test as skipped, saying so on the output too, if there is no compiler. */
  static Bicep start() {
    return new Bicep(compilerOrSkip());
  }

  static Path compilerOrSkip() {
    return find()
        .orElseThrow(
            () -> {
              String text =
                  "SKIPPED: the templates were NOT checked, since there is no Bicep compiler; set"
                      + " BICEP to one, or put bicep on the PATH";
              System.out.println(text);
              return new TestAbortedException(text);
            });
  }

  private static Optional<Path> find() {
    String given = System.getenv("BICEP");
    if (given != null && !given.isBlank()) {
      Path compiler = Path.of(given);
      Assertions.assertTrue(
          Files.isExecutable(compiler), "BICEP: expected an executable, found '" + given + "'");
      return Optional.of(compiler);
    }
    List<Path> candidates = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
      candidates.add(Path.of(folder, "bicep"));
      candidates.add(Path.of(folder, "bicep.exe"));
    }
    for (Path up = Checkout.root(); up != null; up = up.getParent()) {
      candidates.add(up.resolveSibling("shared/tools/bicep"));
    }
    return candidates.stream()
        .map(Path::toAbsolutePath)
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** The template as JSON; its diagnostics are empty or the text has them. */
  record Compiled(JsonNode template, List<String> diagnostics) {}

  Compiled compile(Path file) {
    JsonNode result = call("bicep/compile", request(file)).path("result");
    List<String> diagnostics = new ArrayList<>();
    result
        .path("diagnostics")
        .forEach(
            d ->
                diagnostics.add(
                    d.path("source").asText()
                        + " "
                        + d.path("level").asText()
                        + " "
                        + d.path("code").asText()
                        + ": "
                        + d.path("message").asText()));
    if (!result.path("success").asBoolean()) {
      diagnostics.add(file + " does not compile");
    }
    return new Compiled(parse(result.path("contents").asText("{}")), diagnostics);
  }

  String formatted(Path file) {
    return call("bicep/format", request(file)).path("result").path("contents").asText();
  }

  /**
   * The evaluated resources of a parameter file.
   *
   * @param resourceGroup null for a deployment of a subscription
   * @throws IllegalStateException with the message of the template, if it refuses the parameters
   */
  JsonNode snapshot(Path parameters, String location, String resourceGroup) {
    ObjectNode request = request(parameters);
    request
        .putObject("metadata")
        .put("tenantId", "00000000-0000-0000-0000-00000000000b")
        .put("subscriptionId", "00000000-0000-0000-0000-00000000000a")
        .put("resourceGroup", resourceGroup)
        .put("location", location)
        .put("deploymentName", "main");
    request.putNull("externalInputs");
    JsonNode answer = call("bicep/getSnapshot", request);
    if (answer.has("error")) {
      JsonNode error = answer.path("error");
      throw new IllegalStateException(
          error.path("data").path("message").asText(error.path("message").asText()));
    }
    return parse(answer.path("result").path("snapshot").asText());
  }

  private static ObjectNode request(Path file) {
    return JSON.createObjectNode().put("path", file.toString());
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode call(String method, ObjectNode parameters) {
    ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", ++id);
    request.put("method", method).set("params", parameters);
    byte[] body = request.toString().getBytes(StandardCharsets.UTF_8);
    try {
      OutputStream out = process.getOutputStream();
      out.write(
          ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      out.flush();
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + parameters, e);
    }
  }

  private JsonNode answer() throws IOException {
    InputStream in = process.getInputStream();
    int length = -1;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] header = line.split(":", 2);
      if (header[0].toLowerCase(Locale.ROOT).equals("content-length")) {
        length = Integer.parseInt(header[1].strip());
      }
    }
    return JSON.readTree(in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the compiler has ended");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() {
    process.destroy();
  }
}
