package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanDigest;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Additions that are not made: outside the scope, not that machine's address, refused by Azure. */
final class Refusals {
  private final PlanInput input;
  private final Judge judge;

  Refusals(PlanInput input, Judge judge) {
    this.input = input;
    this.judge = judge;
  }

  /** What is left of a pool's additions, and what was refused. */
  record Sorted(SortedMap<Address, Mapping.Node> accepted, List<Plan.Refused> refused) {}

  Sorted of(PoolDraft draft) {
    if (draft.additions().isEmpty()) {
      return new Sorted(draft.additions(), List.of());
    }
    SortedMap<Address, Mapping.Node> accepted = new TreeMap<>();
    List<Plan.Refused> refused = new ArrayList<>();
    for (Map.Entry<Address, Mapping.Node> addition : draft.additions().entrySet()) {
      Optional<Refusal> refusal = refusal(addition.getKey(), addition.getValue());
      if (refusal.isPresent()) {
        refused.add(refused(addition, refusal.get(), ""));
      } else {
        accepted.put(addition.getKey(), addition.getValue());
      }
    }
    Optional<Ledger.Rejected> rejected = rejected(draft.actual().orElseThrow(), accepted);
    if (rejected.isEmpty()) {
      return new Sorted(accepted, List.copyOf(refused));
    }
    for (Map.Entry<Address, Mapping.Node> addition : accepted.entrySet()) {
      refused.add(refused(addition, Refusal.REJECTED, rejected.get().code()));
    }
    refused.sort(java.util.Comparator.comparing(Plan.Refused::address));
    return new Sorted(new TreeMap<>(), List.copyOf(refused));
  }

  private static Plan.Refused refused(
      Map.Entry<Address, Mapping.Node> addition, Refusal refusal, String code) {
    return new Plan.Refused(addition.getKey(), addition.getValue().name(), refusal, code);
  }

  private Optional<Refusal> refusal(Address address, Mapping.Node node) {
    Optional<List<ArmId>> subnets = input.settings().scope().flatMap(Scope::subnets);
    if (subnets.isPresent() && !isInScope(address)) {
      return Optional.of(Refusal.NOT_ALLOWED);
    }
    return node.vm().isPresent() && belongsToAnother(address, node.vm().get())
        ? Optional.of(Refusal.ADDRESS_OWNER_MISMATCH)
        : Optional.empty();
  }

  /** An address in no known subnet is in none of the allowed ones. */
  private boolean isInScope(Address address) {
    Scope scope = input.settings().scope().orElseThrow();
    Machines.Machine machine =
        judge
            .machines()
            .at(address)
            .orElseGet(
                () -> new Machines.Machine(Optional.empty(), Optional.empty(), Optional.empty()));
    return judge.subnets().of(address, machine).id().filter(scope::allowsSubnet).isPresent();
  }

  /** A NIC that no virtual machine has, and an address that no NIC has, belong to nobody else. */
  private boolean belongsToAnother(Address address, ArmId vm) {
    return judge
        .machines()
        .at(address)
        .flatMap(Machines.Machine::nic)
        .flatMap(nic -> nic.virtualMachine())
        .filter(owner -> !owner.equals(vm))
        .isPresent();
  }

  /** The same additions on the same etag are not asked for again. */
  private Optional<Ledger.Rejected> rejected(
      Pool pool, SortedMap<Address, Mapping.Node> additions) {
    if (additions.isEmpty() || input.ledger().rejected().isEmpty()) {
      return Optional.empty();
    }
    String digest = PlanDigest.ofAdditions(pool.name(), additions.keySet());
    return input.ledger().rejected().stream()
        .filter(r -> OwnedPools.key(r.pool()).equals(OwnedPools.key(pool.name())))
        .filter(r -> r.digest().equals(digest) && r.etag().equals(pool.etag()))
        .findFirst();
  }
}
