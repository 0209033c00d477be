package io.poolkeeper.model;

/** What a run may do. The order is the order of strictness: the smaller wins. */
public enum Mode {
  OBSERVE,
  APPLY;

  public Mode strictest(Mode other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** {@code observe} or {@code apply}, as settings and controls spell it. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
