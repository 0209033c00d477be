package io.poolkeeper.egress;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.plan.PlanInput;
import java.util.Optional;

/**
 * The mass-removal brake: more than 10 removals of existing machines and more than half of the
 * owned members of the load balancer. It judges what the mapping asks for, before single removals
 * are weighed.
 *
 * @param falls whether all removals of existing machines are held
 * @param remembered what the ledger has to keep
 * @param evidence one line
 */
record Brake(boolean falls, Optional<Ledger.Brake> remembered, String evidence) {
  private static final int REMOVALS_ALWAYS_ALLOWED = 10;

  /**
   * The members at the time when it fell stay the base, so that it does not release itself by what
   * went before; an approval of the plan's digest releases it, or a mapping that asks for at most
   * 10 or at most half of that base. While an approval releases it the base is kept for what is
   * left over.
   *
   * @param removals of existing machines, in pools that may be written
   * @param members addresses of all owned pools, skipped pools and gone machines included
   */
  static Brake of(PlanInput input, String digest, int removals, int members) {
    Optional<Ledger.Brake> known = input.ledger().brake();
    int base = known.map(Ledger.Brake::base).orElse(members);
    if (removals <= REMOVALS_ALWAYS_ALLOWED || 2L * removals <= base) {
      return new Brake(false, Optional.empty(), "");
    }
    boolean approved =
        input
            .controls()
            .loadBalancer(input.entry().name())
            .approval()
            .filter(approval -> approval.approves(digest, input.now()))
            .isPresent();
    Ledger.Brake kept = known.orElseGet(() -> new Ledger.Brake(input.now(), base));
    String evidence =
        removals + " of " + base + " members would be removed at once; approve digest " + digest;
    return new Brake(!approved, Optional.of(kept), evidence);
  }
}
