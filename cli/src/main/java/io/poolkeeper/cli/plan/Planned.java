package io.poolkeeper.cli.plan;

import io.poolkeeper.egress.Judged;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.plan.Plan;
import java.util.Optional;

/**
 * What a run on one load balancer would come to.
 *
 * @param name key in the mapping
 * @param id ARM id as the mapping spells it
 * @param detail one line for people: why, where there is no plan; else empty text
 * @param judged empty where the outcome stands before any pool is looked at
 */
record Planned(String name, String id, Outcome outcome, String detail, Optional<Judged> judged) {

  Optional<Plan> plan() {
    return judged.map(Judged::plan);
  }

  /** Whether writes would be made: there are some, and the mode allows them. */
  boolean writes() {
    return outcome == Outcome.UPDATED;
  }

  /** Whether writes are only thought: the mode allows none. */
  boolean observed() {
    return outcome == Outcome.OBSERVED;
  }

  /** Nothing to do, nothing held, nothing passed over. */
  boolean quiet() {
    return plan()
        .map(
            p ->
                p.writes().isEmpty()
                    && p.pools().stream()
                        .allMatch(
                            pool ->
                                pool.skip().isEmpty()
                                    && pool.held().isEmpty()
                                    && pool.refused().isEmpty()))
        .orElse(false);
  }
}
