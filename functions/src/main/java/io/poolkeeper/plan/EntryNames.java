package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Names of new pool entries: the node's name in Azure's letters, unlike all others in the pool, the
 * same on every run.
 */
public final class EntryNames {
  private static final int MAX_LENGTH = 80;

  private EntryNames() {}

  /**
   * Every entry that the pool has now counts as taken, also one that the same plan removes: the
   * removal may be held back at the last moment.
   *
   * @param additions addresses with their nodes; names are given in the order of the addresses
   */
  public static SortedMap<Address, String> of(
      Pool pool, SortedMap<Address, Mapping.Node> additions) {
    Set<String> taken = new HashSet<>();
    for (Pool.Entry entry : pool.entries()) {
      taken.add(entry.name().toLowerCase(Locale.ROOT));
    }
    SortedMap<Address, String> names = new TreeMap<>();
    for (Map.Entry<Address, Mapping.Node> addition : additions.entrySet()) {
      names.put(addition.getKey(), free(base(addition.getValue(), addition.getKey()), taken));
    }
    return Collections.unmodifiableSortedMap(names);
  }

  private static String base(Mapping.Node node, Address address) {
    String name = node.name().isEmpty() ? "ip-" + address.text() : node.name();
    StringBuilder base = new StringBuilder();
    name.codePoints()
        .forEach(c -> base.append(isAllowed(c, node.name().isEmpty()) ? (char) c : '-'));
    return cut(base.toString(), MAX_LENGTH);
  }

  private static boolean isAllowed(int c, boolean isAddress) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || (c == '.' && !isAddress);
  }

  private static String free(String base, Set<String> taken) {
    String name = base;
    for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
      String suffix = "-" + i;
      name = cut(base, MAX_LENGTH - suffix.length()) + suffix;
    }
    return name;
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
