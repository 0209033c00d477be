package io.poolkeeper.model;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Trace context of the operation that caused something (W3C Trace Context, level 1).
 *
 * @param traceparent well formed
 * @param tracestate of vendors, or empty text
 */
public record TraceContext(String traceparent, String tracestate) {
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final int LENGTH = 55;
  private static final String FIRST_VERSION = "00";

  /** The least that everybody has to carry on; what is longer is dropped as a whole. */
  private static final int MAX_TRACESTATE = 512;

  private static final Pattern TRACESTATE =
      Pattern.compile("[a-z0-9][ !-~]{0,255}=[ !-~]*", Pattern.DOTALL);

  public TraceContext {
    if (!TRACEPARENT.matcher(traceparent).matches()) {
      throw new IllegalArgumentException("no traceparent");
    }
  }

  /**
   * What can be used of it. A malformed traceparent drops both, a malformed tracestate only itself;
   * of a later version of the format, only the part that is known is kept.
   */
  public static Optional<TraceContext> of(String traceparent, String tracestate) {
    if (traceparent == null || traceparent.length() < LENGTH) {
      return Optional.empty();
    }
    String known = traceparent.substring(0, LENGTH);
    boolean more = traceparent.length() > LENGTH;
    boolean mayHaveMore =
        !traceparent.startsWith(FIRST_VERSION) && more && traceparent.charAt(LENGTH) == '-';
    if ((more && !mayHaveMore) || !TRACEPARENT.matcher(known).matches()) {
      return Optional.empty();
    }
    boolean usable =
        tracestate != null
            && tracestate.length() <= MAX_TRACESTATE
            && TRACESTATE.matcher(tracestate).matches();
    return Optional.of(new TraceContext(known, usable ? tracestate : ""));
  }

  /** 32 hexadecimal digits: the operation id in Application Insights. */
  public String traceId() {
    return traceparent.substring(3, 35);
  }
}
