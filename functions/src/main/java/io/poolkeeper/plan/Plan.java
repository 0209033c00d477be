package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run would do to one load balancer, judged and ordered; a value that is printed,
 * compared, digested and stored.
 *
 * @param name key in the mapping
 * @param digest see {@link PlanDigest}; of all removals of existing machines before brake and guard
 * @param pools one per owned pool, sorted by lower-case name
 * @param writes in the order in which they have to be made; empty: nothing to do
 * @param brake what the ledger has to remember of the mass-removal brake after this plan
 */
public record Plan(
    String name,
    ArmId loadBalancer,
    String digest,
    List<PoolPlan> pools,
    List<Warning> warnings,
    List<PoolWrite> writes,
    Optional<Ledger.Brake> brake) {

  /** What happens to a pool. */
  public enum Result {
    UNCHANGED,
    UPDATED,
    SKIPPED
  }

  /**
   * All lists are sorted by canonical address.
   *
   * @param pool name as ARM spells it, or as the mapping makes it where the pool is not there
   * @param services names of the services that own the pool
   * @param skip why it is not written, with result SKIPPED
   * @param before addresses of the pool's entries now
   * @param after addresses after all writes of the plan
   */
  public record PoolPlan(
      String pool,
      List<String> services,
      Result result,
      Optional<PoolSkip> skip,
      List<Address> before,
      List<Address> after,
      List<Address> added,
      List<Address> removed,
      List<Held> held,
      List<Refused> refused) {

    /** Held members that somebody else took out of the pool and that the plan puts back. */
    public List<Address> restored() {
      return held.stream().map(Held::address).filter(added::contains).toList();
    }
  }

  /**
   * A removal that is wanted and not made.
   *
   * @param node name of the mapping's node with that address, or of the pool's entry
   * @param machine NIC (or its VM) behind the address, where known
   * @param strength what the removal would have cost, per judged protocol, by this judgement or by
   *     an earlier one that still stands; the highest possible where in doubt; empty where egress
   *     was never judged
   * @param evidence one line: why
   * @param since of the ledger's hold that it goes on; empty: it is new
   * @param noneSince since when the strength with the membership is NONE
   * @param inDoubt how far the strength was judged only while things were in doubt
   */
  public record Held(
      Address address,
      String node,
      HoldReason reason,
      Optional<ArmId> machine,
      Map<Protocol, Strength> strength,
      String evidence,
      Optional<Instant> since,
      Optional<Instant> noneSince,
      Ledger.InDoubt inDoubt) {

    /** A new one. */
    public Held(
        Address address,
        String node,
        HoldReason reason,
        Optional<ArmId> machine,
        Map<Protocol, Strength> strength,
        String evidence) {
      this(
          address,
          node,
          reason,
          machine,
          strength,
          evidence,
          Optional.empty(),
          Optional.empty(),
          Ledger.InDoubt.NOTHING);
    }
  }

  /**
   * Why a removal that the plan makes may be made.
   *
   * @param node as with {@link Held}
   * @param evidence one line
   */
  public record Allowed(Address address, String node, String evidence) {}

  /**
   * An addition that is wanted and not made.
   *
   * @param code Azure's error code with REJECTED, else empty text
   */
  public record Refused(Address address, String node, Refusal reason, String code) {}

  public boolean isConverged() {
    return writes.isEmpty();
  }

  public Optional<PoolPlan> pool(String poolName) {
    return pools.stream().filter(p -> p.pool().equalsIgnoreCase(poolName)).findFirst();
  }

  public int heldCount() {
    return pools.stream().mapToInt(p -> p.held().size()).sum();
  }
}
