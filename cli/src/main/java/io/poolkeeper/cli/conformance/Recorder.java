package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.arm.ArmRest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Recordings in the form of those that tests compare the simulator with: one file a call, {@code
 * {request:{method,url,headers,body}, response:{status,headers,body}}}, scrubbed before they are
 * kept.
 */
final class Recorder {
  private final Scrubber scrubber = new Scrubber();
  private final Map<String, ObjectNode> calls = new LinkedHashMap<>();
  private String check = "lab";

  /** Calls from now on belong to this check. */
  void check(String name) {
    check = name;
  }

  void add(
      String method,
      String target,
      Map<String, String> headers,
      Optional<JsonNode> body,
      ArmRest.Reply reply) {
    if (reply.status() == 0) {
      return;
    }
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    ObjectNode request = call.putObject("request");
    String url = target.startsWith("/") ? "https://management.azure.com" + target : target;
    request.put("method", method).put("url", scrubber.text(url));
    request.set("headers", scrubber.headers(headers));
    request.set("body", body.map(scrubber::json).orElse(null));
    ObjectNode response = call.putObject("response");
    response.put("status", reply.status());
    response.set("headers", scrubber.headers(reply.headers()));
    response.set("body", reply.body().isMissingNode() ? null : scrubber.json(reply.body()));
    String name =
        "%s-%02d-%s-%d"
            .formatted(check, calls.size() + 1, method.toLowerCase(Locale.ROOT), reply.status());
    calls.put(name, call);
  }

  String scrubbed(String text) {
    return scrubber.text(text);
  }

  Map<String, ObjectNode> calls() {
    return calls;
  }

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, ObjectNode> call : calls.entrySet()) {
      Files.writeString(
          folder.resolve(call.getKey() + ".json"), call.getValue().toPrettyString() + "\n");
    }
  }
}
