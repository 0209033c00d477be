package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
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

  /**
   * What stands at the end of the run.
   *
   * @param etagNow newest ETag of a pool; our own writes have moved it
   */
  List<Ledger.Rejected> standing(UnaryOperator<String> etagNow) {
    List<Ledger.Rejected> result = new ArrayList<>();
    standing.forEach(
        (key, code) ->
            result.add(
                new Ledger.Rejected(key.pool(), key.digest(), etagNow.apply(key.pool()), code)));
    return result.subList(Math.max(0, result.size() - MAX), result.size());
  }

  private static Key key(String pool, Collection<Address> additions) {
    StringBuilder text = new StringBuilder(lower(pool));
    additions.stream().sorted().forEach(address -> text.append('+').append(address.text()));
    return new Key(lower(pool), Sha256.hex(text.toString()));
  }

  private static String lower(String pool) {
    return pool.toLowerCase(Locale.ROOT);
  }
}
