package io.poolkeeper.egress;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.plan.PlanInput;
import java.time.Instant;
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
   * left over. A base above the members that are seen now counts only while the controls approve
   * the plan that the ledger names: only then was it us who made them fewer, and no ledger, however
   * wrong, lets more through than none would.
   *
   * @param removals of existing machines, in pools that may be written
   * @param members addresses of all owned pools, skipped pools and gone machines included
   */
  static Brake of(PlanInput input, String digest, int removals, int members) {
    Optional<Ledger.Brake> known = input.ledger().brake();
    int base = known.map(brake -> base(input, brake, members)).orElse(members);
    if (removals <= REMOVALS_ALWAYS_ALLOWED || 2L * removals <= base) {
      return new Brake(false, Optional.empty(), "");
    }
    Instant since = known.map(Ledger.Brake::since).orElse(input.now());
    String evidence =
        removals + " of " + base + " members would be removed at once; approve digest " + digest;
    return new Brake(
        !approves(input, digest), Optional.of(new Ledger.Brake(since, base)), evidence);
  }

  private static int base(PlanInput input, Ledger.Brake known, int members) {
    return known.base() <= members || approves(input, known.digest()) ? known.base() : members;
  }

  private static boolean approves(PlanInput input, String digest) {
    return input
        .controls()
        .loadBalancer(input.entry().name())
        .approval()
        .filter(approval -> approval.approves(digest, input.now()))
        .isPresent();
  }
}
