package io.poolkeeper.telemetry;

import io.poolkeeper.model.Address;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces addresses and node names by short hashes: the same name gives the same hash, so lines
 * can still be compared. Addresses are found wherever they stand, also inside of texts; node names
 * by the field that carries them, and then wherever they stand in the same line.
 */
final class HashedNames {
  private static final Set<String> NODE_FIELDS = Set.of("node", "nodes");
  private static final Pattern MAYBE_ADDRESS = Pattern.compile("[0-9A-Fa-f:.]*[.:][0-9A-Fa-f:.]*");
  private static final int DIGITS = 12;

  private final TreeSet<String> nodes = new TreeSet<>(HashedNames::longestFirst);

  private HashedNames() {}

  static Map<String, Object> of(Map<String, Object> fields) {
    HashedNames hashed = new HashedNames();
    hashed.collect("", fields);
    return hashed.map(fields);
  }

  private static int longestFirst(String one, String other) {
    int byLength = Integer.compare(other.length(), one.length());
    return byLength != 0 ? byLength : one.compareTo(other);
  }

  private void collect(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, inner) -> collect(String.valueOf(key), inner));
    } else if (value instanceof List<?> list) {
      list.forEach(inner -> collect(name, inner));
    } else if (value instanceof String text && NODE_FIELDS.contains(name) && !text.isEmpty()) {
      nodes.add(text);
    }
  }

  private Map<String, Object> map(Map<?, ?> fields) {
    Map<String, Object> shown = new LinkedHashMap<>();
    fields.forEach((key, value) -> shown.put(String.valueOf(key), value(value)));
    return shown;
  }

  private Object value(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    if (value instanceof List<?> list) {
      List<Object> shown = new ArrayList<>();
      list.forEach(inner -> shown.add(value(inner)));
      return shown;
    }
    return value instanceof String text ? text(text) : value;
  }

  private String text(String text) {
    String shown = text;
    for (String node : nodes) {
      shown = shown.replace(node, hash(node));
    }
    return MAYBE_ADDRESS.matcher(shown).replaceAll(HashedNames::address);
  }

  private static String address(java.util.regex.MatchResult found) {
    String text = found.group().replaceAll("[.:]+$", "");
    Optional<Address> address = Address.parse(text).or(() -> Address.parse(found.group()));
    if (address.isEmpty()) {
      return Matcher.quoteReplacement(found.group());
    }
    boolean whole = Address.parse(found.group()).isPresent();
    String rest = whole ? "" : found.group().substring(text.length());
    return Matcher.quoteReplacement(hash(address.get().text()) + rest);
  }

  private static String hash(String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(name.getBytes(StandardCharsets.UTF_8));
      return "h_" + HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
