package io.poolkeeper.model;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.Optional;

/** An address prefix in CIDR notation, as route tables and subnets carry it. */
public final class Prefix implements Comparable<Prefix> {
  private final IPAddress block;

  private Prefix(IPAddress block) {
    this.block = block;
  }

  /**
   * @param text for example {@code 10.0.0.0/24}; an address without a length is a host prefix
   * @return empty if the text is no prefix (a service tag, for example)
   */
  public static Optional<Prefix> parse(String text) {
    if (text == null || text.isEmpty() || text.length() > 49) {
      return Optional.empty();
    }
    int slash = text.indexOf('/');
    Optional<Address> base = Address.parse(slash < 0 ? text : text.substring(0, slash));
    if (base.isEmpty() || slash == text.length() - 1) {
      return Optional.empty();
    }
    int bits = base.get().family() == Family.IPV4 ? 32 : 128;
    int length = slash < 0 ? bits : length(text.substring(slash + 1));
    if (length < 0 || length > bits) {
      return Optional.empty();
    }
    return Optional.of(new Prefix(base.get().value().toPrefixBlock(length)));
  }

  private static int length(String digits) {
    if (digits.length() > 3 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    return Integer.parseInt(digits);
  }

  /**
   * @throws IllegalArgumentException if the text is no prefix
   */
  public static Prefix of(String text) {
    return parse(text)
        .orElseThrow(() -> new IllegalArgumentException("not an address prefix: '" + text + "'"));
  }

  public Family family() {
    return block.isIPv4() ? Family.IPV4 : Family.IPV6;
  }

  /** Number of leading bits, 0 for the default route. */
  public int length() {
    return block.getNetworkPrefixLength();
  }

  public boolean contains(Address address) {
    return address.family() == family() && block.contains(address.value());
  }

  /** Whether every address of the other prefix is in this one. */
  public boolean contains(Prefix other) {
    return other.family() == family() && block.contains(other.block);
  }

  @Override
  public int compareTo(Prefix other) {
    return block.compareTo(other.block);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prefix && ((Prefix) other).toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return new IPAddressString(block.toCanonicalString()).toString();
  }
}
