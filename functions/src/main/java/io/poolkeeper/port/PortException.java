package io.poolkeeper.port;

/**
 * Broken plumbing: a call that failed in a way that no result type names. Thrown by adapters only;
 * the reconciler turns it into FAILED in one place.
 */
public final class PortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation what was tried, in words, for example {@code acquire lease}
   * @param target ARM id, blob or queue
   */
  public PortException(String operation, String target, Throwable cause) {
    super(operation + " on " + target + ": " + cause.getMessage(), cause);
  }

  public PortException(String operation, String target, String found) {
    super(operation + " on " + target + ": " + found);
  }

  /**
   * @param found one line instead of the cause's own words
   */
  public PortException(String operation, String target, String found, Throwable cause) {
    super(operation + " on " + target + ": " + found, cause);
  }
}
