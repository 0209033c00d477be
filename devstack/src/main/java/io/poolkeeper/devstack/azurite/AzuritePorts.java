package io.poolkeeper.devstack.azurite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Azurite's output for the ports it got. Azurite binds port 0 itself and prints what it was
 * given, so no port is chosen, freed and hoped for.
 */
final class AzuritePorts {
  private static final Pattern LISTENING =
      Pattern.compile(
          "Azurite (Blob|Queue|Table) service is successfully listening at \\S+:(\\d+)");
  private static final int KEPT_LINES = 30;

  private final Map<String, Integer> ports = new ConcurrentHashMap<>();
  private final CompletableFuture<Map<String, Integer>> ready = new CompletableFuture<>();
  private final Deque<String> lastLines = new ArrayDeque<>();

  void readFrom(BufferedReader output) {
    try (output) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        take(line);
      }
      ready.completeExceptionally(new IOException("Azurite ended:\n" + tail()));
    } catch (IOException e) {
      ready.completeExceptionally(new UncheckedIOException("Azurite's output broke off", e));
    }
  }

  /** Ports by service name (Blob, Queue, Table), complete once all three listen. */
  CompletableFuture<Map<String, Integer>> ready() {
    return ready;
  }

  synchronized String tail() {
    return String.join("\n", lastLines);
  }

  synchronized void take(String line) {
    lastLines.addLast(line);
    if (lastLines.size() > KEPT_LINES) {
      lastLines.removeFirst();
    }
    Matcher matcher = LISTENING.matcher(line);
    if (matcher.find()) {
      ports.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
    }
    if (ports.size() == 3) {
      ready.complete(Map.copyOf(ports));
    }
  }
}
