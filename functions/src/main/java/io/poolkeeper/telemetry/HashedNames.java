package io.poolkeeper.telemetry;

import io.poolkeeper.model.Address;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces addresses and names of nodes and machines by short hashes: the same name gives the same
 * hash, so lines can still be compared. Addresses and ids of machines are found wherever they
 * stand, also inside of texts; node names by the field that carries them, and then wherever they
 * stand in the same line; in what is wrong with a mapping, everything that was quoted from it.
 */
final class HashedNames {
  private static final Set<String> NODE_FIELDS = Set.of("node", "nodes");
  private static final String VIOLATIONS = "violations";

  /** Starts what says where in a document something is wrong. */
  private static final String PATH = "$.";

  private static final Pattern MAYBE_ADDRESS = Pattern.compile("[0-9A-Fa-f:.]*[.:][0-9A-Fa-f:.]*");
  private static final Pattern MACHINE =
      Pattern.compile(
          "(?i)(/(?:virtualMachines|virtualMachineScaleSets|networkInterfaces)/)([^/\\s\"',;)]+)");
  private static final Pattern TOKEN = Pattern.compile("[\\p{Alnum}._-]*[\\p{Alnum}]");
  private static final Pattern QUOTED = Pattern.compile("(['\"])(.*?)\\1|(?<=nodes\\.)[^.:\\[]+");
  private static final int DIGITS = 12;

  /** As written, by their spelling in lower case: ids are shown in lower case. */
  private final Map<String, String> nodes = new HashMap<>();

  /** Names that no token can be. */
  private final Set<String> strange = new TreeSet<>(HashedNames::longestFirst);

  private HashedNames() {}

  /**
   * @param names where to take the names of nodes from, at least what is shown
   */
  static Map<String, Object> of(Map<String, Object> shown, Map<String, Object> names) {
    HashedNames hashed = new HashedNames();
    hashed.collect("", names);
    return hashed.map(shown);
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
      nodes.put(text.toLowerCase(Locale.ROOT), text);
      if (!TOKEN.matcher(text).matches()) {
        strange.add(text);
      }
    }
  }

  private Map<String, Object> map(Map<?, ?> fields) {
    Map<String, Object> shown = new LinkedHashMap<>();
    fields.forEach(
        (key, value) -> shown.put(String.valueOf(key), value(String.valueOf(key), value)));
    return shown;
  }

  private Object value(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    if (value instanceof List<?> list) {
      List<Object> shown = new ArrayList<>();
      list.forEach(inner -> shown.add(value(name, inner)));
      return shown;
    }
    if (!(value instanceof String text)) {
      return value;
    }
    if (NODE_FIELDS.contains(name)) {
      return text.isEmpty() ? text : hash(text);
    }
    boolean quotes = name.equals(VIOLATIONS) || text.contains(PATH);
    return text(quotes ? QUOTED.matcher(text).replaceAll(found -> hash(found.group())) : text);
  }

  private String text(String text) {
    String shown = text;
    for (String name : strange) {
      shown = shown.replace(name, hash(name));
    }
    shown = MACHINE.matcher(shown).replaceAll(HashedNames::machine);
    shown = TOKEN.matcher(shown).replaceAll(this::token);
    return MAYBE_ADDRESS.matcher(shown).replaceAll(HashedNames::address);
  }

  private String token(MatchResult found) {
    String node = nodes.get(found.group().toLowerCase(Locale.ROOT));
    return Matcher.quoteReplacement(node == null ? found.group() : hash(node));
  }

  private static String machine(MatchResult found) {
    return Matcher.quoteReplacement(found.group(1) + hash(found.group(2)));
  }

  private static String address(MatchResult found) {
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
