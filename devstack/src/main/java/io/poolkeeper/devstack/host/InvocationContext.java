package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.TraceContext;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What one invocation knows about itself. */
final class InvocationContext implements ExecutionContext {
  private static final SecureRandom RANDOM = new SecureRandom();
  private final String invocationId = UUID.randomUUID().toString();
  private final String function;
  private final String traceparent;
  private final Logger logger = Logger.getAnonymousLogger();

  InvocationContext(String function) {
    this.function = function;
    this.traceparent = "00-" + hex(16) + "-" + hex(8) + "-01";
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
