package io.poolkeeper.model;

/** How sure a way out to the internet is. The order of the constants is the order of strength. */
public enum Strength {
  NONE,
  POSSIBLE,
  CERTAIN;

  public Strength orBetter(Strength other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public boolean weakerThan(Strength other) {
    return compareTo(other) < 0;
  }
}
