package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.TraceContext;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one invocation knows about itself. */
final class InvocationContext implements ExecutionContext {
  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})");
  private static final SecureRandom RANDOM = new SecureRandom();
  private final String invocationId = UUID.randomUUID().toString();
  private final String function;
  private final String traceparent;
  private final Logger logger = Logger.getAnonymousLogger();

  /**
   * @param caller traceparent of the request that the host got, if it had one; what cannot be read
   *     counts as none
   */
  InvocationContext(String function, Optional<String> caller) {
    this.function = function;
    this.traceparent =
        caller
            .map(TRACEPARENT::matcher)
            .filter(Matcher::matches)
            .map(found -> child(found.group(1), found.group(2)))
            .orElseGet(() -> child(hex(16), "01"));
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.INFO);
    logger.addHandler(new ToHostLog());
  }

  @Override
  public Logger getLogger() {
    return logger;
  }

  @Override
  public String getInvocationId() {
    return invocationId;
  }

  @Override
  public String getFunctionName() {
    return function;
  }

  @Override
  public TraceContext getTraceContext() {
    return new Trace(traceparent);
  }

  /** An invocation is a span of its own in the trace of its caller. */
  private static String child(String traceId, String flags) {
    return "00-" + traceId + "-" + hex(8) + "-" + flags;
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private record Trace(String traceparent) implements TraceContext {
    @Override
    public String getTraceparent() {
      return traceparent;
    }

    @Override
    public String getTracestate() {
      return "";
    }

    @Override
    public Map<String, String> getAttributes() {
      return Map.of();
    }
  }

  private final class ToHostLog extends Handler {
    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord entry) {
      if (!logger.isLoggable(entry.getLevel())) {
        return;
      }
      String text = "[" + function + " " + invocationId + "] " + formatter.formatMessage(entry);
      if (entry.getThrown() != null) {
        text += System.lineSeparator() + HostLog.trace(entry.getThrown());
      }
      HostLog.line(entry.getLevel().getName(), text);
    }

    @Override
    public void flush() {
      // Every entry is written through.
    }

    @Override
    public void close() {
      // Standard output stays open.
    }
  }
}
