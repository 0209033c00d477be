package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Memberships that nobody could read: pools that a NIC names and the inventory lacks, load
 * balancers and NICs that were not readable. They may give SNAT, or only end default outbound
 * access, or not be there. That one of them gives a CERTAIN way out is a doubt that would settle
 * the case; the other values are judged.
 */
final class Elsewhere {
  private enum Value {
    NOTHING,
    BLOCKS_DEFAULT_ACCESS,
    POSSIBLE
  }

  private final Facts facts;
  private final List<String> doubts;
  private final List<Value> values;
  private final int question;

  private Elsewhere(Facts facts, List<String> doubts, List<Value> values) {
    this.facts = facts;
    this.doubts = doubts;
    this.values = values;
    this.question = values.size() > 1 ? facts.ask("elsewhere", values.size()) : -1;
  }

  /**
   * @param lacking pools that the NIC names
   * @param unreadable why not all load balancers could be read
   * @param maybeMember whether it may be in a pool for another reason: its NIC could not be read,
   *     or somebody may add it meanwhile
   * @param served whether membership gives the address SNAT at all
   * @param defaultAccess whether default outbound access is to be had
   */
  static Elsewhere of(
      List<ArmId> lacking,
      Optional<String> unreadable,
      boolean maybeMember,
      boolean served,
      boolean defaultAccess,
      Facts facts) {
    List<String> doubts = new ArrayList<>();
    List<Value> values = new ArrayList<>(List.of(Value.NOTHING));
    if (served) {
      for (ArmId pool : lacking) {
        doubts.add(
            "its NIC names pool "
                + pool.root().name()
                + "/"
                + pool.name()
                + ", which could not be read: "
                + unreadable.orElse("not in the inventory"));
      }
      if (unreadable.isPresent()) {
        doubts.add("load balancers could not be read: " + unreadable.get());
        values.add(Value.POSSIBLE);
      }
    }
    if (defaultAccess && (!lacking.isEmpty() || unreadable.isPresent() || maybeMember)) {
      values.add(Value.BLOCKS_DEFAULT_ACCESS);
    }
    return new Elsewhere(facts, doubts, values);
  }

  /** One line for each thing that might be a CERTAIN way out. */
  List<String> doubts() {
    return doubts;
  }

  boolean blocksUnder(int answer) {
    return under(answer) != Value.NOTHING;
  }

  Strength strengthUnder(int answer) {
    return under(answer) == Value.POSSIBLE ? Strength.POSSIBLE : Strength.NONE;
  }

  private Value under(int answer) {
    return question < 0 ? Value.NOTHING : values.get(facts.value(question, answer));
  }
}
