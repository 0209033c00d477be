package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Part of rung 2: ways out that ARM cannot show, as operators declare them. */
final class Declared {
  private final List<Controls.DeclaredEgress> all;
  private final Instant now;

  Declared(Controls controls, Instant now) {
    this.all = controls.egress();
    this.now = now;
  }

  /** Counts for its subnet and its family only, until its end. */
  Verdict of(ArmId subnet, Family family) {
    for (Controls.DeclaredEgress egress : all) {
      if (isFor(egress, subnet, family) && egress.active(now)) {
        return Verdict.settled(words(egress) + ": because " + egress.because() + end(egress));
      }
    }
    return Verdict.OPEN;
  }

  /** One that counts no more, where no other one counts. */
  Optional<String> expired(ArmId subnet, Family family) {
    if (of(subnet, family).kind() == Verdict.Kind.SETTLED) {
      return Optional.empty();
    }
    return all.stream()
        .filter(egress -> isFor(egress, subnet, family))
        .map(e -> words(e) + " ended at " + e.until().orElseThrow() + " and does not count")
        .findFirst();
  }

  private static boolean isFor(Controls.DeclaredEgress egress, ArmId subnet, Family family) {
    return egress.subnet().equals(subnet) && egress.family() == family;
  }

  private static String words(Controls.DeclaredEgress egress) {
    return "declared egress on subnet "
        + egress.subnet().name()
        + " ("
        + egress.family().text()
        + ")";
  }

  private static String end(Controls.DeclaredEgress egress) {
    return egress.until().map(until -> ", until " + until).orElse("");
  }
}
