package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.port.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/** The claims that one run has written, and of which it knows what became of them. */
final class OwnClaims {
  private record Key(String pool, Address address) {}

  private final String reconcileId;
  private final ArmId loadBalancer;
  private final Map<ArmId, Set<Key>> written = new HashMap<>();
  private final Set<Key> settled = new HashSet<>();

  OwnClaims(String reconcileId, ArmId loadBalancer) {
    this.reconcileId = reconcileId;
    this.loadBalancer = loadBalancer;
  }

  List<Claim> ofOthers(List<Claim> claims) {
    return claims.stream().filter(claim -> !claim.reconcileId().equals(reconcileId)).toList();
  }

  /** What the document holds with new claims in it, and without those that are settled. */
  List<Claim> with(List<Claim> claims, String pool, SortedSet<Address> addresses, Instant now) {
    List<Claim> all = withoutSettled(claims);
    all.removeIf(claim -> isOurs(claim) && isOf(claim, pool, addresses));
    for (Address address : addresses) {
      all.add(new Claim(address, loadBalancer, pool, reconcileId, now.plus(Claims.LIFE)));
    }
    return all;
  }

  List<Claim> withoutSettled(List<Claim> claims) {
    List<Claim> left = new ArrayList<>(claims);
    left.removeIf(claim -> isOurs(claim) && settled.contains(key(claim)));
    return left;
  }

  private boolean isOurs(Claim claim) {
    return claim.reconcileId().equals(reconcileId);
  }

  private static boolean isOf(Claim claim, String pool, SortedSet<Address> addresses) {
    return OwnedPools.key(claim.pool()).equals(OwnedPools.key(pool))
        && addresses.contains(claim.address());
  }

  private static Key key(Claim claim) {
    return new Key(OwnedPools.key(claim.pool()), claim.address());
  }

  void written(ArmId network, String pool, SortedSet<Address> addresses) {
    Set<Key> keys = written.computeIfAbsent(network, n -> new HashSet<>());
    for (Address address : addresses) {
      Key key = new Key(OwnedPools.key(pool), address);
      keys.add(key);
      settled.remove(key);
    }
  }

  /** The answer to the write is final, or it was never made. */
  void settle(String pool, Collection<Address> addresses) {
    addresses.forEach(address -> settled.add(new Key(OwnedPools.key(pool), address)));
  }

  /** Networks whose document holds claims of this run that are settled. */
  Set<ArmId> toDrop() {
    Set<ArmId> networks = new HashSet<>();
    written.forEach(
        (network, keys) -> {
          if (keys.stream().anyMatch(settled::contains)) {
            networks.add(network);
          }
        });
    return networks;
  }

  void dropped(ArmId network) {
    written.getOrDefault(network, new HashSet<>()).removeAll(settled);
  }
}
