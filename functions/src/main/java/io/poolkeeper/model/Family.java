package io.poolkeeper.model;

/** Address family, spelled as ARM and the mapping spell it. */
public enum Family {
  IPV4("IPv4"),
  IPV6("IPv6");

  private final String text;

  Family(String text) {
    this.text = text;
  }

  /** {@code IPv4} or {@code IPv6}. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
