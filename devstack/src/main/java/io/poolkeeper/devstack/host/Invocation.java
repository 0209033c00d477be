package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a host's invocation log.
 *
 * @param event {@code started} or {@code finished}
 * @param function the function's name
 * @param invocationId the same in both lines of an invocation
 * @param trigger the trigger's type; {@code manual} for a run asked for by the admin endpoint
 * @param details of the trigger, for a queue {@code messageId}, {@code dequeueCount}, {@code queue}
 * @param durationMs milliseconds; 0 in a started line
 * @param result {@code Succeeded} or {@code Failed}; empty in a started line
 * @param error what was thrown; empty when nothing was
 */
public record Invocation(
    String event,
    String function,
    String invocationId,
    String trigger,
    JsonNode details,
    long durationMs,
    String result,
    String error) {

  /** Whether this line says that an invocation ended without an exception. */
  public boolean succeeded() {
    return result.equals("Succeeded");
  }

  /** Whether this line ends an invocation. */
  public boolean finished() {
    return event.equals("finished");
  }

  /** All whole lines of a log; empty when the file is not there yet. */
  static List<Invocation> read(Path file) throws IOException {
    List<Invocation> invocations = new ArrayList<>();
    if (Files.exists(file)) {
      String text = Files.readString(file);
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
        if (!line.isBlank()) {
          invocations.add(parse(line));
        }
      }
    }
    return invocations;
  }

  private static Invocation parse(String line) throws JsonProcessingException {
    JsonNode node = Json.MAPPER.readTree(line);
    return new Invocation(
        node.path("event").asText(),
        node.path("function").asText(),
        node.path("invocationId").asText(),
        node.path("trigger").asText(),
        node.path("details"),
        node.path("durationMs").asLong(),
        node.path("result").asText(""),
        node.path("error").asText(""));
  }
}
