package io.poolkeeper.egress;

import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.PoolMembership;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Protocol;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;

/** The audit's sentences. */
final class AuditWords {
  private AuditWords() {}

  /**
   * For example {@code only way out: rule r-1 on pool lb-1/cluster; lost when the machine leaves
   * that pool; remedies: NAT gateway, separate outbound pool}.
   */
  static String dependence(
      DependenceKind kind,
      PoolMembership pool,
      List<String> doubts,
      boolean inDoubt,
      List<String> remedies) {
    StringBuilder words = new StringBuilder(inDoubt ? "perhaps the " : "");
    words.append(kind == DependenceKind.SINGLE_POINT ? "only way out: " : "only certain way out: ");
    words.append(rules(pool)).append("pool ").append(pool.name());
    words.append("; lost when the machine leaves that pool");
    if (kind == DependenceKind.WEAKER_WITHOUT) {
      words.append(", what is left is only possible");
    }
    if (inDoubt) {
      words.append("; unknown: ").append(String.join("; ", doubts));
    }
    words.append("; remedies: ").append(String.join(", ", remedies));
    return words.toString();
  }

  /**
   * A pool for outbound traffic alone is the second remedy already; only a NAT gateway of the newer
   * SKU serves IPv6.
   */
  static List<String> remedies(PoolMembership pool, Family family) {
    String gateway = family == Family.IPV6 ? "StandardV2 NAT gateway" : "NAT gateway";
    return pool.servesRules() || pool.rules().isEmpty()
        ? List.of(gateway, "separate outbound pool")
        : List.of(gateway);
  }

  private static String rules(PoolMembership pool) {
    if (pool.rules().isEmpty()) {
      return "";
    }
    TreeSet<String> names = new TreeSet<>(pool.rules().values());
    if (names.size() == 1) {
      return "rule " + names.first() + " on ";
    }
    StringJoiner each = new StringJoiner(", ", "rules ", " on ");
    for (Map.Entry<Protocol, String> rule : pool.rules().entrySet()) {
      each.add(rule.getValue() + " (" + rule.getKey() + ")");
    }
    return each.toString();
  }
}
