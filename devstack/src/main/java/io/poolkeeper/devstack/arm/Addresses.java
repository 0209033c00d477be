package io.poolkeeper.devstack.arm;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Literal addresses and prefixes as bits. Never asks a name server. */
final class Addresses {
  /** Spellings seen before: a large load balancer names the same addresses in every pool. */
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private static final int KNOWN_LIMIT = 100_000;
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  /** A prefix: its bits from the top of the number, its length and the family's width. */
  record Prefix(BigInteger base, int length, int width) {
    boolean contains(Prefix other) {
      return width == other.width
          && length <= other.length
          && base.shiftRight(width - length).equals(other.base.shiftRight(width - length));
    }
  }

  private Addresses() {}

  /** The address as a prefix of full length, or null. */
  static Prefix address(String text) {
    byte[] bytes = bytes(text);
    return bytes == null
        ? null
        : new Prefix(new BigInteger(1, bytes), bytes.length * 8, bytes.length * 8);
  }

  /** "10.0.0.0/8" (or a bare address), or null for a service tag and other text. */
  static Prefix prefix(String text) {
    int slash = text.indexOf('/');
    Prefix address = address(slash < 0 ? text : text.substring(0, slash));
    if (address == null || slash < 0) {
      return address;
    }
    String length = text.substring(slash + 1);
    if (!length.matches("\\d{1,3}") || Integer.parseInt(length) > address.width()) {
      return null;
    }
    int bits = Integer.parseInt(length);
    int cut = address.width() - bits;
    return new Prefix(address.base().shiftRight(cut).shiftLeft(cut), bits, address.width());
  }

  /** One spelling per address; text that is no address comes back in lower case. */
  static String canonical(String text) {
    if (KNOWN.size() > KNOWN_LIMIT) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(text, Addresses::spell);
  }

  private static String spell(String text) {
    byte[] bytes = bytes(text);
    if (bytes == null) {
      return Json.lower(text);
    }
    try {
      return InetAddress.getByAddress(bytes).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean isV6(String text) {
    return text.indexOf(':') >= 0;
  }

  private static byte[] bytes(String text) {
    if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
      return null;
    }
    try {
      byte[] bytes = InetAddress.getByName(text).getAddress();
      return isV6(text) && bytes.length == 4 ? null : bytes;
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
