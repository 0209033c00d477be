package io.poolkeeper.egress;

import io.poolkeeper.model.Family;
import io.poolkeeper.plan.PlanSettings;

/**
 * Rung 6: default outbound access. Nothing, unless the setting assumes it: then POSSIBLE, for IPv4
 * only, if the subnet's {@code defaultOutboundAccess} is not false and the address is in no
 * Standard pool.
 */
final class DefaultOutbound {
  private final Facts facts;
  private final boolean possible;
  private final int question;

  private DefaultOutbound(Facts facts, boolean possible, int question) {
    this.facts = facts;
    this.possible = possible;
    this.question = question;
  }

  /** A subnet that could not be read may be private or not; no subnet has no default access. */
  static DefaultOutbound of(
      PlanSettings settings, Family family, Subnets.Place place, Facts facts) {
    boolean assumed = settings.assumeDefaultOutbound() && family == Family.IPV4;
    if (assumed && place.doubt().isPresent()) {
      return new DefaultOutbound(facts, true, facts.ask("default access", 2));
    }
    boolean open =
        place.subnet().isPresent()
            && place.subnet().get().defaultOutboundAccess().orElse(Boolean.TRUE);
    return new DefaultOutbound(facts, assumed && open, -1);
  }

  /** Whether any answer gives it. */
  boolean possible() {
    return possible;
  }

  /** Whether the address has it under an answer, as long as it is in no pool. */
  boolean under(int answer) {
    return possible && (question < 0 || facts.value(question, answer) == 0);
  }
}
