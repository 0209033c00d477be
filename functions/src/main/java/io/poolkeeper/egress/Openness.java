package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which addresses need more than network, routes and gateways: those of which not every word of the
 * plan is certain yet. Certain are
 *
 * <ul>
 *   <li>a removal without a machine, and one that routes or a gateway of its subnet settle: later
 *       rungs are not asked then
 *   <li>an addition whose subnet is known and whose owner nobody checks
 * </ul>
 *
 * All others are read whole: that one more list would have done is not known before it was read.
 */
final class Openness {
  private final PlanInput input;
  private final Iterable<PoolDraft> drafts;
  private final Judge judge;
  private final Predicate<Address> mayLoseDefaultAccess;

  /**
   * @param judge over the inventory as far as it was read
   * @param mayLoseDefaultAccess additions that a warning may be about
   */
  Openness(
      PlanInput input,
      Iterable<PoolDraft> drafts,
      Judge judge,
      Predicate<Address> mayLoseDefaultAccess) {
    this.input = input;
    this.drafts = drafts;
    this.judge = judge;
    this.mayLoseDefaultAccess = mayLoseDefaultAccess;
  }

  /**
   * @param removals of machines, by pool key
   * @param weighs false: all of them are held, and a hold names its machine
   */
  Set<Address> of(Map<String, ? extends Set<Address>> removals, boolean weighs) {
    Map<Address, Set<String>> weighed = new HashMap<>();
    Set<Address> open = new TreeSet<>();
    boolean settles = weighs && input.ledger().unlisted().isEmpty();
    removals
        .values()
        .forEach(
            addresses -> {
              if (settles) {
                addresses.forEach(address -> weighed.put(address, Set.of()));
              } else {
                open.addAll(addresses);
              }
            });
    // What a hold remembers is about a machine, so the machine has to be known.
    input.ledger().holds().forEach(hold -> open.add(hold.address()));
    for (PoolDraft draft : drafts) {
      open.addAll(draft.missing().keySet());
      draft
          .additions()
          .forEach(
              (address, node) -> {
                if (asksForMachine(address, node)) {
                  open.add(address);
                } else if (mayLoseDefaultAccess.test(address)) {
                  weighed.put(address, Set.of());
                }
              });
    }
    judge
        .profiles(weighed)
        .forEach(
            (address, profile) -> {
              if (profile.settled().isEmpty() || !isPlaced(address)) {
                open.add(address);
              }
            });
    return open;
  }

  /** Its owner is to be checked, or only its NIC can say in which subnet it is. */
  private boolean asksForMachine(Address address, Mapping.Node node) {
    boolean limited = input.settings().scope().flatMap(Scope::subnets).isPresent();
    return node.vm().isPresent() || (limited && !isPlaced(address));
  }

  /** Whether its NIC, or the network, says in which subnet it is: a prefix is a guess. */
  private boolean isPlaced(Address address) {
    return judge
        .machines()
        .at(address)
        .filter(m -> m.configuration().isPresent() || m.subnet().isPresent())
        .isPresent();
  }
}
