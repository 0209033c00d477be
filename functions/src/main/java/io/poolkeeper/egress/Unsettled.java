package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.plan.OwnedPools;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What may change on other load balancers between a judgement and the write that follows it. It is
 * judged with and without, like a membership that may be ending.
 */
final class Unsettled {
  static final Unsettled NOTHING =
      new Unsettled(Optional.empty(), pool -> true, address -> false, java.util.List.of());

  private final Optional<ArmId> own;
  private final Predicate<PoolRef> firm;
  private final Predicate<Address> mayJoinElsewhere;
  private final Map<PoolRef, Map<Address, Claim>> claims = new HashMap<>();

  private Unsettled(
      Optional<ArmId> own,
      Predicate<PoolRef> firm,
      Predicate<Address> mayJoinElsewhere,
      Collection<Claim> claims) {
    this.own = own;
    this.firm = firm;
    this.mayJoinElsewhere = mayJoinElsewhere;
    for (Claim claim : claims) {
      this.claims
          .computeIfAbsent(PoolRef.of(claim.loadBalancer(), claim.pool()), pool -> new HashMap<>())
          .put(claim.address(), claim);
    }
  }

  /**
   * @param own the load balancer of the plan: what happens there happens under its lease
   * @param firm pools elsewhere whose members can be counted on
   * @param mayJoinElsewhere whether an address may join a pool elsewhere meanwhile
   * @param claims of others
   */
  static Unsettled of(
      ArmId own,
      Predicate<PoolRef> firm,
      Predicate<Address> mayJoinElsewhere,
      Collection<Claim> claims) {
    return new Unsettled(Optional.of(own), firm, mayJoinElsewhere, claims);
  }

  Predicate<Address> mayJoinElsewhere() {
    return mayJoinElsewhere;
  }

  /** Why the membership may be ending. */
  Optional<String> ending(Address address, ArmId loadBalancer, String pool) {
    PoolRef ref = PoolRef.of(loadBalancer, pool);
    Claim claim = claims.getOrDefault(ref, Map.of()).get(address);
    if (claim != null) {
      return Optional.of(
          "run "
              + claim.reconcileId()
              + " may be taking it out of pool "
              + ref
              + ", claimed until "
              + claim.until());
    }
    boolean elsewhere = own.filter(id -> !id.equals(loadBalancer)).isPresent();
    return elsewhere && !firm.test(ref)
        ? Optional.of("pool " + ref + " was not read again")
        : Optional.empty();
  }

  /** Addresses that a claimed write may not have taken out, although nothing shows them. */
  Set<Address> maybeStillIn(ArmId loadBalancer, String pool) {
    return own.filter(loadBalancer::equals).isPresent()
        ? Set.of()
        : new HashSet<>(
            claims
                .getOrDefault(new PoolRef(loadBalancer, OwnedPools.key(pool)), Map.of())
                .keySet());
  }
}
