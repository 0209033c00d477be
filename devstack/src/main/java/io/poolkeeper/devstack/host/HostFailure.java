package io.poolkeeper.devstack.host;

/**
 * The package, its settings or its storage do not allow the host to run; the message says what was
 * found, where, and what to do.
 */
public final class HostFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HostFailure(String message) {
    super(message);
  }

  HostFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
