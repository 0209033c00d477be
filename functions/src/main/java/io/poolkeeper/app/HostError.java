package io.poolkeeper.app;

import io.poolkeeper.model.Masked;

/**
 * What the host gets to see of a failed call, so that it delivers again. It logs all of an
 * exception, and the SDK's causes repeat what Azure was sent: words are masked, and no cause comes
 * with them.
 */
final class HostError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 2_000;

  HostError(RuntimeException thrown) {
    super(shortened(Masked.causes(thrown)));
    setStackTrace(thrown.getStackTrace());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
