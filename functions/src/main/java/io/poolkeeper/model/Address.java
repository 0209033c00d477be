package io.poolkeeper.model;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.util.Optional;

/**
 * One IP address. Equality and order are those of the canonical text (RFC 5952 for IPv6), so two
 * spellings of one address are equal.
 */
public final class Address implements Comparable<Address> {
  private static final IPAddressStringParameters STRICT =
      new IPAddressStringParameters.Builder()
          .allowEmpty(false)
          .allowAll(false)
          .allowPrefix(false)
          .allowMask(false)
          .allowSingleSegment(false)
          .allowWildcardedSeparator(false)
          .getIPv4AddressParametersBuilder()
          .allow_inet_aton(false)
          .allowLeadingZeros(false)
          .allowUnlimitedLeadingZeros(false)
          .allowBinary(false)
          .allowPrefixesBeyondAddressSize(false)
          .setRangeOptions(inet.ipaddr.AddressStringParameters.RangeParameters.NO_RANGE)
          .getParentBuilder()
          .getIPv6AddressParametersBuilder()
          .allowUnlimitedLeadingZeros(false)
          .allowZone(false)
          .allowEmptyZone(false)
          .allowBase85(false)
          .allowBinary(false)
          .setRangeOptions(inet.ipaddr.AddressStringParameters.RangeParameters.NO_RANGE)
          .getParentBuilder()
          .toParams();

  private final IPAddress value;
  private final String text;

  private Address(IPAddress value) {
    this.value = value;
    this.text = value.toCanonicalString();
  }

  /**
   * Strict: four decimal parts without leading zeros, or IPv6 without zone; no prefix, no blanks.
   *
   * @return empty if the text is no such address
   */
  public static Optional<Address> parse(String text) {
    if (text == null || text.isEmpty() || text.length() > 45 || !plain(text)) {
      return Optional.empty();
    }
    int tail = text.lastIndexOf(':') + 1;
    if (tail > 0 && text.indexOf('.') >= 0 && parse(text.substring(tail)).isEmpty()) {
      return Optional.empty();
    }
    IPAddress value = new IPAddressString(text, STRICT).getAddress();
    return value == null || value.isMultiple() ? Optional.empty() : Optional.of(new Address(value));
  }

  /** The library passes over blanks around an address. */
  private static boolean plain(String text) {
    return text.chars()
        .allMatch(c -> Character.digit(c, 16) >= 0 && c < 128 || c == ':' || c == '.');
  }

  /**
   * @throws IllegalArgumentException if the text is no address
   */
  public static Address of(String text) {
    return parse(text)
        .orElseThrow(() -> new IllegalArgumentException("not an IP address: '" + text + "'"));
  }

  public Family family() {
    return value.isIPv4() ? Family.IPV4 : Family.IPV6;
  }

  /** Canonical text. */
  public String text() {
    return text;
  }

  IPAddress value() {
    return value;
  }

  @Override
  public int compareTo(Address other) {
    return text.compareTo(other.text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Address && ((Address) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
