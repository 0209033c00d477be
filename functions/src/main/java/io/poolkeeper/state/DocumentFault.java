package io.poolkeeper.state;

/** What is wrong with a document, at which path. Never leaves this package. */
final class DocumentFault extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MAX_LENGTH = 300;

  DocumentFault(String message) {
    super(cut(message), null, false, false);
  }

  DocumentFault(String path, String expected, String found) {
    this(path + ": expected " + expected + ", found " + found);
  }

  /** One line of bounded length: the text may carry noise from outside. */
  private static String cut(String message) {
    String line = message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...";
  }
}
