package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanDigest;
import io.poolkeeper.plan.PoolWrite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Additions that Azure refused. The same additions are not sent again to a pool with the same ETag,
 * unless the sweep (or an operator) asks.
 */
final class Rejections {
  private static final int MAX = 100;

  private record Key(String pool, String digest) {}

  private final Map<Key, Ledger.Rejected> known = new LinkedHashMap<>();
  private final Map<Key, String> standing = new LinkedHashMap<>();
  private final boolean tryAgain;

  Rejections(List<Ledger.Rejected> remembered, boolean tryAgain) {
    remembered.forEach(r -> known.put(new Key(lower(r.pool()), r.digest()), r));
    this.tryAgain = tryAgain;
  }

  /** Azure's code, if these additions are known to be refused in the pool's present state. */
  Optional<String> code(String pool, Collection<Address> additions, String etag) {
    Key key = key(pool, additions);
    String now = standing.get(key);
    if (now != null) {
      return Optional.of(now);
    }
    Ledger.Rejected before = known.get(key);
    if (before == null || tryAgain || !before.etag().equals(etag)) {
      return Optional.empty();
    }
    standing.put(key, before.code());
    return Optional.of(before.code());
  }

  void refuse(PoolWrite write, Collection<Address> additions, String code) {
    standing.put(key(write.pool(), additions), code);
  }

  /** The ledger as the planner should see it: when the sweep asks, refusals are tried again. */
  Ledger forPlan(Ledger ledger) {
    return tryAgain ? ledger.toBuilder().rejected(List.of()).build() : ledger;
  }

  /**
   * What stands now: what this run saw refused, and what the plan left out because of the ledger.
   *
   * @param etagNow newest ETag of a pool; our own writes have moved it
   */
  List<Ledger.Rejected> standing(Plan plan, UnaryOperator<String> etagNow) {
    for (Map.Entry<Key, Ledger.Rejected> entry : known.entrySet()) {
      boolean leftOut =
          plan.pool(entry.getKey().pool()).stream()
              .flatMap(pool -> pool.refused().stream())
              .anyMatch(refused -> refused.reason() == Refusal.REJECTED);
      if (leftOut) {
        standing.putIfAbsent(entry.getKey(), entry.getValue().code());
      }
    }
    List<Ledger.Rejected> result = new ArrayList<>();
    standing.forEach(
        (key, code) ->
            result.add(
                new Ledger.Rejected(key.pool(), key.digest(), etagNow.apply(key.pool()), code)));
    return List.copyOf(result.subList(Math.max(0, result.size() - MAX), result.size()));
  }

  private static Key key(String pool, Collection<Address> additions) {
    return new Key(lower(pool), PlanDigest.ofAdditions(pool, additions));
  }

  private static String lower(String pool) {
    return pool.toLowerCase(Locale.ROOT);
  }
}
