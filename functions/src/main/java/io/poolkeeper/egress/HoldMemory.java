package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.plan.OwnedPools;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ledger's holds and open removals, as far as they are about the machines that have the
 * addresses now.
 */
final class HoldMemory {
  /** Of an empty ledger. */
  static final HoldMemory NONE = new HoldMemory(Ledger.EMPTY, null);

  private final Map<Member, Ledger.Hold> holds = new HashMap<>();
  private final Map<Member, Ledger.Hold> removing = new HashMap<>();
  private final Machines machines;
  private final Optional<Ledger.Unlisted> unlisted;

  private record Member(String pool, Address address) {}

  /**
   * @param machines who is behind the addresses now
   */
  HoldMemory(Ledger ledger, Machines machines) {
    this.machines = machines;
    this.unlisted = ledger.unlisted();
    for (Ledger.Hold hold : ledger.holds()) {
      holds.put(new Member(OwnedPools.key(hold.pool()), hold.address()), hold);
    }
    for (Ledger.Hold open : ledger.removing()) {
      removing.put(new Member(OwnedPools.key(open.pool()), open.address()), open);
    }
  }

  /** The hold of this member, unless it was about another machine; in doubt one that may be. */
  Optional<Ledger.Hold> of(String poolKey, Address address) {
    Ledger.Hold hold = holds.get(new Member(poolKey, address));
    return hold == null
        ? unlisted.map(some -> some.hold(poolKey, address))
        : Optional.of(hold).filter(known -> !isStranger(known));
  }

  /** Like {@link #of}, if it remembers a strength that must not be fallen short of. */
  Optional<Ledger.Hold> ofEgress(String poolKey, Address address) {
    return of(poolKey, address).filter(Ledger.Hold::remembersEgress);
  }

  /** Whether a run of ours was about to remove this machine, and nobody has looked after it. */
  boolean isRemoving(String poolKey, Address address) {
    Ledger.Hold open = removing.get(new Member(poolKey, address));
    return open != null && !isStranger(open);
  }

  /** The hold of this member, if it was about another machine than the one there now. */
  Optional<Ledger.Hold> ofStranger(String poolKey, Address address) {
    Ledger.Hold hold = holds.get(new Member(poolKey, address));
    return hold != null && isStranger(hold) ? Optional.of(hold) : Optional.empty();
  }

  /** Since when it is held for this kind of reason; empty: a new hold. */
  Optional<Instant> since(String poolKey, Address address, HoldReason reason) {
    return of(poolKey, address)
        .filter(hold -> hold.reason() == reason || (byEgress(hold.reason()) && byEgress(reason)))
        .map(Ledger.Hold::since);
  }

  private static boolean byEgress(HoldReason reason) {
    return reason == HoldReason.WOULD_STRAND_EGRESS || reason == HoldReason.EGRESS_UNKNOWN;
  }

  /**
   * Told only where both machines are known: a NIC that could not be read, or that the inventory
   * does not show yet, is no other machine.
   */
  private boolean isStranger(Ledger.Hold hold) {
    Optional<Machines.Machine> now = machines.at(hold.address());
    Optional<ArmId> id = now.flatMap(Machines.Machine::id);
    if (hold.machine().isEmpty() || id.isEmpty()) {
      return false;
    }
    Optional<ArmId> nic = now.flatMap(machine -> machine.nic().map(n -> n.id()));
    return !hold.machine().equals(id) && !hold.machine().equals(nic);
  }
}
