package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * Written once the host serves: {@code {url, port, pid, hostKey, functions}}. It appears whole.
 *
 * @param url where the host listens
 * @param hostKey the key for guarded HTTP functions
 */
record ReadyFile(URI url, String hostKey, List<String> functions) {

  void write(Path file) {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Map<String, Object> content =
        Map.of(
            "url", url.toString(),
            "port", url.getPort(),
            "pid", ProcessHandle.current().pid(),
            "hostKey", hostKey,
            "functions", functions);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Json.MAPPER.writeValue(draft.toFile(), content);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new HostFailure("the ready file " + file + " cannot be written", e);
    }
  }

  static ReadyFile read(Path file) throws IOException {
    JsonNode root = Json.MAPPER.readTree(file.toFile());
    return new ReadyFile(
        URI.create(root.path("url").asText()),
        root.path("hostKey").asText(),
        Json.MAPPER.convertValue(
            root.path("functions"),
            Json.MAPPER.getTypeFactory().constructCollectionType(List.class, String.class)));
  }
}
