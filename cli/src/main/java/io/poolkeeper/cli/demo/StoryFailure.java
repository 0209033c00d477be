package io.poolkeeper.cli.demo;

/** Something of the story did not come true within its bound. */
final class StoryFailure extends Exception {
  private static final long serialVersionUID = 1L;

  StoryFailure(String expected, String found) {
    super("expected: " + expected + "\nfound: " + found);
  }
}
