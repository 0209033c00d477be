package io.poolkeeper.devstack.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One JSON line when an invocation starts and one when it ends: {@code {at, event, function,
 * invocationId, trigger, details, durationMs, result, error}}. A start without an end is an
 * invocation that was cut off.
 */
final class InvocationLog {
  private final Optional<Path> file;

  InvocationLog(Optional<Path> file) {
    this.file = file;
  }

  void started(String function, String invocationId, TriggerInput input) {
    write(entry("started", function, invocationId, input));
  }

  void finished(
      String function,
      String invocationId,
      TriggerInput input,
      long durationMs,
      Optional<Throwable> error) {
    Map<String, Object> entry = entry("finished", function, invocationId, input);
    entry.put("durationMs", durationMs);
    entry.put("result", error.isEmpty() ? "Succeeded" : "Failed");
    error.ifPresent(e -> entry.put("error", e.toString()));
    write(entry);
  }

  private static Map<String, Object> entry(
      String event, String function, String invocationId, TriggerInput input) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("at", Instant.now().toString());
    entry.put("event", event);
    entry.put("function", function);
    entry.put("invocationId", invocationId);
    entry.put("trigger", input.kind());
    entry.put("details", input.details());
    return entry;
  }

  private synchronized void write(Map<String, Object> entry) {
    if (file.isEmpty()) {
      return;
    }
    try {
      String line = Json.MAPPER.writeValueAsString(entry) + "\n";
      Files.write(
          file.get(),
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the invocation log " + file.get() + " is not writable", e);
    }
  }
}
