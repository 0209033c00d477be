package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the host takes from {@code host.json}; absent values are the real host's defaults.
 *
 * @param queues how queues are polled and failures handled
 * @param singleton the lock that gives a timer to one instance
 * @param routePrefix first part of every HTTP function's path; may be empty
 */
record HostJson(Queues queues, Singleton singleton, String routePrefix) {
  private static final String OVERRIDE = "AzureFunctionsJobHost__";

  /** {@code extensions.queues}; {@code base64} tells the two message encodings apart. */
  record Queues(
      int batchSize,
      int newBatchThreshold,
      int maxDequeueCount,
      Duration visibilityTimeout,
      Duration maxPollingInterval,
      boolean base64) {
    Queues {
      StartCheck check = new StartCheck();
      range(check, "batchSize", batchSize, 1, 32);
      range(check, "newBatchThreshold", newBatchThreshold, 0, 1000);
      range(check, "maxDequeueCount", maxDequeueCount, 1, Integer.MAX_VALUE);
      check.orFail();
    }

    private static void range(StartCheck check, String name, int value, int low, int high) {
      check.that(
          value >= low && value <= high,
          "host.json extensions.queues.%s must be %d to %d, found %d"
              .formatted(name, low, high, value));
    }
  }

  /** {@code singleton}: length of the lease and pause between two tries to get it. */
  record Singleton(Duration listenerLockPeriod, Duration recoveryPollingInterval) {}

  /**
   * Reads the file; a setting {@code AzureFunctionsJobHost__extensions__queues__batchSize} replaces
   * that value, as on the real host.
   *
   * @throws HostFailure naming every value that is refused
   */
  static HostJson read(Path file, HostSettings settings) {
    if (!Files.isRegularFile(file)) {
      throw new HostFailure("no host.json at " + file + ": stage the package first");
    }
    try {
      JsonNode root = Json.MAPPER.readTree(file.toFile());
      if (!(root instanceof ObjectNode object)) {
        throw new HostFailure(file + " must hold a JSON object");
      }
      settings.values().forEach((name, value) -> replace(object, name, value));
      return from(object);
    } catch (IOException e) {
      throw new HostFailure(file + " is not readable JSON", e);
    }
  }

  private static void replace(ObjectNode root, String setting, String value) {
    if (!setting.startsWith(OVERRIDE)) {
      return;
    }
    String[] path = setting.substring(OVERRIDE.length()).split("__");
    ObjectNode node = root;
    for (int i = 0; i < path.length - 1; i++) {
      node = node.get(path[i]) instanceof ObjectNode child ? child : node.putObject(path[i]);
    }
    node.put(path[path.length - 1], value);
  }

  static HostJson from(JsonNode root) {
    JsonNode extensions = root.path("extensions");
    StartCheck check = new StartCheck();
    Optional<Queues> queues = check.value(() -> queues(extensions.path("queues")));
    Optional<Singleton> singleton = check.value(() -> singleton(root.path("singleton")));
    check.orFail();
    return new HostJson(
        queues.orElseThrow(),
        singleton.orElseThrow(),
        extensions.path("http").path("routePrefix").asText("api"));
  }

  private static Queues queues(JsonNode node) {
    StartCheck check = new StartCheck();
    String encoding = node.path("messageEncoding").asText("base64");
    check.that(
        encoding.equalsIgnoreCase("base64") || encoding.equalsIgnoreCase("none"),
        "host.json extensions.queues.messageEncoding must be base64 or none, found " + encoding);
    Optional<Duration> visibility =
        check.value(() -> span(node, "extensions.queues.", "visibilityTimeout", "00:00:00"));
    Optional<Duration> polling =
        check.value(() -> span(node, "extensions.queues.", "maxPollingInterval", "00:01:00"));
    int batchSize = node.path("batchSize").asInt(16);
    Optional<Queues> queues =
        check.value(
            () ->
                new Queues(
                    batchSize,
                    node.path("newBatchThreshold").asInt(batchSize / 2),
                    node.path("maxDequeueCount").asInt(5),
                    visibility.orElse(Duration.ZERO),
                    polling.orElse(Duration.ZERO),
                    encoding.equalsIgnoreCase("base64")));
    check.orFail();
    return queues.orElseThrow();
  }

  private static Singleton singleton(JsonNode node) {
    StartCheck check = new StartCheck();
    Optional<Duration> period =
        check.value(() -> span(node, "singleton.", "listenerLockPeriod", "00:01:00"));
    Optional<Duration> recovery =
        check.value(
            () -> span(node, "singleton.", "listenerLockRecoveryPollingInterval", "00:01:00"));
    check.orFail();
    return new Singleton(period.orElseThrow(), recovery.orElseThrow());
  }

  private static Duration span(JsonNode node, String path, String name, String absent) {
    return TimeSpan.parse(node.path(name).asText(absent), "host.json " + path + name);
  }
}
