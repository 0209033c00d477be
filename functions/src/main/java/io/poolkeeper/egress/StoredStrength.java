package io.poolkeeper.egress;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.time.Instant;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a hold must not fall short of, and how much of it was judged only while things were in
 * doubt. In doubt the highest possible strength is stored; where that is more than the machine ever
 * had, nothing that is left could come up to it, and a safe removal would be held for ever. So it
 * sinks to the highest strength with the membership that judgements without doubt show, once two of
 * them are at least 10 minutes apart with no doubt between them: rules are sometimes replaced in
 * two steps. What was ever judged without doubt does not sink. Pure.
 *
 * @param strength by protocol
 */
record StoredStrength(Map<Protocol, Strength> strength, Ledger.InDoubt inDoubt) {

  /**
   * What an earlier hold remembers, after this judgement.
   *
   * @param with the pools that the machine is in with the membership, as they are now
   */
  static StoredStrength of(Ledger.Hold hold, Profile profile, BitSet with, Instant now) {
    Ledger.InDoubt known = hold.inDoubt();
    if (known.seen().isEmpty()) {
      return new StoredStrength(hold.strength(), Ledger.InDoubt.NOTHING);
    }
    Map<Protocol, Strength> clear = new EnumMap<>(Protocol.class);
    for (int p = 0; p < profile.protocols().size(); p++) {
      Protocol protocol = profile.protocols().get(p);
      clear(profile, with, p).ifPresent(strength -> clear.put(protocol, strength));
    }
    if (clear.size() < profile.protocols().size()) {
      return new StoredStrength(
          hold.strength(), new Ledger.InDoubt(known.seen(), Optional.empty()));
    }
    Instant since = known.clearSince().filter(at -> !at.isAfter(now)).orElse(now);
    boolean twice = !now.isBefore(since.plus(HoldRelease.APART));
    Map<Protocol, Strength> strength = new EnumMap<>(Protocol.class);
    Map<Protocol, Strength> seen = new EnumMap<>(Protocol.class);
    hold.strength()
        .forEach(
            (protocol, stored) -> {
              Strength before = known.seen().getOrDefault(protocol, stored);
              Strength highest = before.orBetter(clear.getOrDefault(protocol, Strength.NONE));
              boolean less = highest.weakerThan(stored);
              if (less && !twice) {
                seen.put(protocol, highest);
              }
              strength.put(protocol, less && twice ? highest : stored);
            });
    strength.values().removeIf(Strength.NONE::equals);
    return new StoredStrength(strength, inDoubt(seen, Optional.of(since)));
  }

  /**
   * What a hold is to remember of this judgement.
   *
   * @param lost by this judgement, in doubt the highest possible
   * @param release of what the ledger holds already; empty: it does not
   */
  static StoredStrength of(
      Map<Protocol, Strength> lost, Profile profile, Optional<HoldRelease> release) {
    Map<Protocol, Strength> owed = release.map(HoldRelease::owed).orElse(Map.of());
    Ledger.InDoubt before = release.map(HoldRelease::inDoubt).orElse(Ledger.InDoubt.NOTHING);
    Map<Protocol, Strength> strength = new EnumMap<>(Protocol.class);
    strength.putAll(lost);
    owed.forEach((protocol, stored) -> strength.merge(protocol, stored, Strength::orBetter));
    Map<Protocol, Strength> seen = new EnumMap<>(Protocol.class);
    strength.forEach(
        (protocol, stored) -> {
          int p = profile.protocols().indexOf(protocol);
          boolean lostNow = stored == lost.get(protocol);
          boolean clearNow = lostNow && clear(profile, profile.before(), p).isPresent();
          boolean owedClearly =
              stored == owed.get(protocol) && !before.seen().containsKey(protocol);
          if (!clearNow && !owedClearly) {
            boolean raised = stored != owed.get(protocol) && !before.seen().containsKey(protocol);
            Strength shown = raised ? owed.get(protocol) : before.seen().get(protocol);
            seen.put(protocol, shown == null ? Strength.NONE : shown);
          }
        });
    return new StoredStrength(strength, inDoubt(seen, before.clearSince()));
  }

  /** Of these protocols alone. */
  Ledger.InDoubt inDoubtOf(Set<Protocol> protocols) {
    Map<Protocol, Strength> seen = new EnumMap<>(Protocol.class);
    inDoubt
        .seen()
        .forEach(
            (protocol, shown) -> {
              if (protocols.contains(protocol)) {
                seen.put(protocol, shown);
              }
            });
    return inDoubt(seen, inDoubt.clearSince());
  }

  private static Ledger.InDoubt inDoubt(
      Map<Protocol, Strength> seen, Optional<Instant> clearSince) {
    return seen.isEmpty() ? Ledger.InDoubt.NOTHING : new Ledger.InDoubt(seen, clearSince);
  }

  /** The same under every possible answer; empty: it is in doubt. */
  private static Optional<Strength> clear(Profile profile, BitSet with, int protocol) {
    if (profile.tooManyAnswers() || !profile.doubts().isEmpty()) {
      return Optional.empty();
    }
    Strength strongest = HoldRelease.strongest(profile, with, protocol);
    return HoldRelease.weakest(profile, with, protocol) == strongest
        ? Optional.of(strongest)
        : Optional.empty();
  }
}
