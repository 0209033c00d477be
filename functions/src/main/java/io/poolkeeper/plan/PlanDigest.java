package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names of what a plan would do, for approvals and for what Azure refused: 64 lower-case
 * hexadecimal digits, sha256 of canonical JSON (keys sorted, no blanks).
 */
public final class PlanDigest {
  private PlanDigest() {}

  /**
   * Of all removals of existing machines before brake and guard: {@code
   * {"loadBalancer":id,"removals":{pool:[addresses]}}} with lower-case id and pool names and the
   * canonical addresses sorted as text. Pools without such removals do not appear.
   */
  public static String of(ArmId loadBalancer, Map<String, ? extends Collection<Address>> removals) {
    SortedMap<String, TreeSet<Address>> sorted = new TreeMap<>();
    removals.forEach(
        (pool, addresses) -> {
          if (!addresses.isEmpty()) {
            sorted.computeIfAbsent(OwnedPools.key(pool), k -> new TreeSet<>()).addAll(addresses);
          }
        });
    StringBuilder json = new StringBuilder("{\"loadBalancer\":");
    text(json, loadBalancer.key()).append(",\"removals\":{");
    String separator = "";
    for (Map.Entry<String, TreeSet<Address>> pool : sorted.entrySet()) {
      text(json.append(separator), pool.getKey()).append(':');
      list(json, pool.getValue());
      separator = ",";
    }
    return sha256(json.append("}}").toString());
  }

  /**
   * Of the additions to one pool, under which the ledger remembers that Azure refused them as a
   * whole: {@code {"additions":[addresses],"pool":name}}.
   */
  public static String ofAdditions(String pool, Collection<Address> additions) {
    StringBuilder json = new StringBuilder("{\"additions\":");
    list(json, new TreeSet<>(additions)).append(",\"pool\":");
    return sha256(text(json, OwnedPools.key(pool)).append('}').toString());
  }

  private static StringBuilder list(StringBuilder json, TreeSet<Address> addresses) {
    json.append('[');
    for (Iterator<Address> i = addresses.iterator(); i.hasNext(); ) {
      text(json, i.next().text()).append(i.hasNext() ? "," : "");
    }
    return json.append(']');
  }

  private static StringBuilder text(StringBuilder json, String value) {
    json.append('"');
    com.fasterxml.jackson.core.io.JsonStringEncoder.getInstance().quoteAsString(value, json);
    return json.append('"');
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
