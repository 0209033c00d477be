package io.poolkeeper.arm;

/** An answer of ARM, or a snapshot, that does not have the shape it must have. */
public final class ArmFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  /**
   * @param path JSON path of the place, starting with {@code $}
   * @param problem what was expected and what was found
   */
  public ArmFormatException(String path, String problem) {
    super(path + ": " + problem);
    this.path = path;
    this.problem = problem;
  }

  /** The same of a document that is part of a larger one. */
  ArmFormatException within(String outerPath) {
    return new ArmFormatException(outerPath + path.substring(1), problem);
  }
}
