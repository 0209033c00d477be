package io.poolkeeper.cli.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A plan for people: {@code +} added, {@code -} removed, {@code =} held, {@code !} refused. */
final class PlanText {
  private final StringBuilder text = new StringBuilder();
  private int number = 1;

  private final boolean explain;

  private PlanText(boolean explain) {
    this.explain = explain;
  }

  /**
   * @param nodes names of the mapping's nodes by address
   * @param explain whether each removal that is made says why it may be
   */
  static String of(List<Planned> all, Map<Address, String> nodes, boolean explain) {
    PlanText plan = new PlanText(explain);
    all.forEach(planned -> plan.loadBalancer(planned, nodes));
    plan.summary(all);
    return plan.text.toString();
  }

  private void loadBalancer(Planned planned, Map<Address, String> nodes) {
    line("%s: %s", planned.name(), planned.outcome());
    line("  %s", planned.id());
    if (!planned.detail().isEmpty()) {
      line("  %s", planned.detail());
    }
    planned
        .plan()
        .ifPresent(
            plan -> {
              line("  digest %s", plan.digest());
              plan.pools()
                  .forEach(pool -> pool(pool, nodes, planned.observed(), allowed(planned, pool)));
              writes(plan, planned.writes());
              plan.warnings().forEach(this::warning);
            });
    line("");
  }

  /** Evidence by address; empty where it is not asked for. */
  private Map<Address, String> allowed(Planned planned, Plan.PoolPlan pool) {
    Map<Address, String> evidence = new HashMap<>();
    if (explain) {
      planned
          .judged()
          .map(judged -> judged.allowed(pool.pool()))
          .ifPresent(list -> list.forEach(a -> evidence.put(a.address(), a.evidence())));
    }
    return evidence;
  }

  private void pool(
      Plan.PoolPlan pool,
      Map<Address, String> nodes,
      boolean observed,
      Map<Address, String> allowed) {
    line("");
    line(
        "  pool %s (%s): %s",
        pool.pool(),
        String.join(", ", pool.services()),
        pool.skip()
            .map(skip -> "skipped, " + skip)
            .orElse("%s, %s".formatted(words(pool.result(), observed), sizes(pool))));
    Map<Address, String> names = new HashMap<>(nodes);
    pool.added().forEach(address -> member("+", address, names.get(address), ""));
    pool.removed()
        .forEach(
            address ->
                member(
                    "-",
                    address,
                    names.get(address),
                    allowed.containsKey(address) ? "allowed: " + allowed.get(address) : ""));
    pool.held()
        .forEach(
            h -> member("=", h.address(), h.node(), "held, " + h.reason() + ": " + h.evidence()));
    pool.refused()
        .forEach(
            r ->
                member(
                    "!",
                    r.address(),
                    r.node(),
                    "not added, "
                        + r.reason()
                        + (r.code().isEmpty() ? "" : " (" + r.code() + ")")));
  }

  private static String words(Plan.Result result, boolean observed) {
    String word = result.name().toLowerCase(Locale.ROOT);
    return observed && result == Plan.Result.UPDATED ? "would be " + word : word;
  }

  private static String sizes(Plan.PoolPlan pool) {
    int before = pool.before().size();
    int after = pool.after().size();
    return before == after
        ? members(before)
        : "%s before, %d after".formatted(members(before), after);
  }

  private static String members(int count) {
    return count == 1 ? "1 member" : count + " members";
  }

  private void member(String sign, Address address, String node, String why) {
    String name = node == null ? "" : node;
    line(("    %s %-15s  %-12s  %s".formatted(sign, address, name, why)).stripTrailing());
  }

  private void writes(Plan plan, boolean made) {
    if (plan.writes().isEmpty()) {
      return;
    }
    line("");
    line(made ? "  writes, in this order:" : "  apply mode would write, in this order:");
    for (PoolWrite write : plan.writes()) {
      line("    %d. %s/%s%s", number++, plan.name(), write.pool(), changes(write));
    }
  }

  private static String changes(PoolWrite write) {
    if (write.additions().isEmpty() && write.removals().isEmpty()) {
      return "";
    }
    return signed("+", write.added()) + signed("-", List.copyOf(write.removals()));
  }

  private static String signed(String sign, List<Address> addresses) {
    return addresses.stream().map(a -> "  " + sign + a).collect(Collectors.joining());
  }

  private void warning(Warning warning) {
    line("");
    line(
        "  warning %s: %s",
        warning.word(),
        warning.details().entrySet().stream()
            .map(detail -> detail.getKey() + " " + detail.getValue())
            .collect(Collectors.joining(", ")));
  }

  private void summary(List<Planned> all) {
    int writes = 0;
    int observed = 0;
    int held = 0;
    int skipped = 0;
    int refused = 0;
    for (Planned planned : all) {
      if (planned.plan().isEmpty()) {
        skipped++;
        continue;
      }
      Plan plan = planned.plan().get();
      writes += planned.observed() ? 0 : plan.writes().size();
      observed += planned.observed() ? plan.writes().size() : 0;
      held += plan.heldCount();
      skipped += (int) plan.pools().stream().filter(p -> p.skip().isPresent()).count();
      refused += plan.pools().stream().mapToInt(p -> p.refused().size()).sum();
    }
    if (writes + observed + held + skipped + refused == 0) {
      line("Nothing to do: every owned pool is as the mapping wants it.");
    } else {
      line(
          "%s%s, %d held, %d skipped, %d refused.",
          writes(writes),
          observed == 0 ? "" : " (apply mode would write " + observed + ")",
          held,
          skipped,
          refused);
    }
  }

  private static String writes(int count) {
    return count == 1 ? "1 write" : count + " writes";
  }

  private void line(String format, Object... values) {
    text.append(format.formatted(values)).append('\n');
  }
}
