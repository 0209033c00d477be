package io.poolkeeper.arm;

/** An answer of ARM, or a snapshot, that does not have the shape it must have. */
public final class ArmFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param path JSON path of the place
   * @param message what was expected and what was found
   */
  public ArmFormatException(String path, String message) {
    super(path + ": " + message);
  }
}
