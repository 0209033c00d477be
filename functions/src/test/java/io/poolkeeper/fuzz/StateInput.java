package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Claim;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.state.ClaimsCodec;
import io.poolkeeper.state.GateCodec;
import io.poolkeeper.state.LedgerCodec;
import io.poolkeeper.state.PoisonRecordCodec;
import io.poolkeeper.state.RandomDocuments;
import io.poolkeeper.testing.Fleet;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What the app keeps in storage for itself, where others may have put something else. */
abstract class StateInput implements Input {
  private static final Instant NOW = RandomDocuments.NOW;
  private static final Duration CLAIM_LIFE = Duration.ofMinutes(10);
  private static final Mutator MUTATOR =
      new Mutator(
          List.of(
              "'2026-12-01T11:00:00Z'",
              "'2026-12-01T12:05:00Z'",
              "'2999-12-31T23:59:59Z'",
              "'UPDATED'",
              "'STALE_MAPPING'",
              "'MASS_REMOVAL'",
              "'CERTAIN'",
              "'10.0.0.1'",
              "'" + TestBed.LB + "'",
              "9007199254740991",
              "2147483647",
              "'apply'"),
          List.of(
              "format",
              "loadBalancer",
              "coveredThrough",
              "notBefore",
              "startedAt",
              "mapping",
              "revision",
              "holds",
              "brake",
              "history",
              "askAgain",
              "restores",
              "claims",
              "until"));

  private final String name;

  private StateInput(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return MUTATOR.spoiled(random, document);
  }

  private static Fate told(Optional<String> problem) {
    String text = problem.orElse("");
    assertTrue(text.length() < 500 && !text.contains("\n"), text);
    return Fate.refused(text);
  }

  static Input ledger() {
    return new StateInput("ledger") {
      @Override
      public byte[] valid(Random random) {
        Ledger ledger = new RandomDocuments(random).ledger();
        return LedgerCodec.write(ledger.toBuilder().loadBalancer(TestBed.LB).build());
      }

      @Override
      public Fate read(byte[] input) {
        LedgerCodec.Decoded decoded = LedgerCodec.read(input, NOW, TestBed.LB);
        if (decoded.kind() != LedgerCodec.Kind.FINE) {
          assertEquals(Ledger.EMPTY, decoded.ledger());
          return told(decoded.problem());
        }
        believable(decoded.ledger());
        byte[] again = LedgerCodec.write(decoded.ledger());
        assertEquals(decoded.ledger(), LedgerCodec.read(again, NOW, TestBed.LB).ledger());
        return Fate.taken();
      }

      /** A ledger counts as empty where it is refused: the run goes on from what ARM shows. */
      @Override
      public void follow(byte[] input, Fate fate) {
        TestBed bed = Beds.diverged();
        bed.ledgers.putRaw(TestBed.LB, input);
        Outcome outcome = bed.outcome();
        Beds.foreignPoolsAreUntouched(bed);
        if (!fate.accepted()) {
          assertEquals(Outcome.UPDATED, outcome);
          assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
        }
        assertFalse(outcome == Outcome.FAILED, () -> "failed: " + bed.reports.last().fields());
      }
    };
  }

  private static void believable(Ledger ledger) {
    Instant furthest = NOW.plus(Duration.ofDays(1));
    assertFalse(ledger.coveredThrough().filter(NOW::isBefore).isPresent());
    assertFalse(ledger.notBefore().filter(furthest::isBefore).isPresent());
    assertFalse(ledger.startedAt().filter(furthest::isBefore).isPresent());
    assertFalse(ledger.askAgain().filter(ask -> furthest.isBefore(ask.at())).isPresent());
    assertTrue(ledger.history().size() <= Ledger.MAX_HISTORY);
  }

  static Input claims() {
    return new StateInput("claims") {
      @Override
      public byte[] valid(Random random) {
        return ClaimsCodec.write(
            List.of(claim(1 + random.nextInt(9)), claim(1 + random.nextInt(9))));
      }

      private Claim claim(int i) {
        return new Claim(
            Address.of("10.0.0." + i), Fleet.lb(2), "ns-s2", "run", NOW.plusSeconds(300));
      }

      @Override
      public Fate read(byte[] input) {
        ClaimsCodec.Decoded decoded = ClaimsCodec.read(input, NOW, CLAIM_LIFE, 100);
        if (decoded.claims().isEmpty()) {
          return told(decoded.problem());
        }
        decoded
            .claims()
            .get()
            .forEach(claim -> assertFalse(claim.until().isAfter(NOW.plusSeconds(660))));
        assertEquals(
            decoded.claims(),
            ClaimsCodec.read(ClaimsCodec.write(decoded.claims().get()), NOW, CLAIM_LIFE, 100)
                .claims());
        return Fate.taken();
      }

      /** What cannot be read may be the claim that matters: the removal waits. */
      @Override
      public void follow(byte[] input, Fate fate) {
        if (fate.accepted()) {
          return;
        }
        Fleet fleet = Fleet.of(2, 1).pool(1, "10.0.0.1").pool(2, "10.0.0.1").wants(Map.of());
        fleet.claims.putRaw(Fleet.NETWORK, input);
        fleet.worker("w").run(Fleet.lb(1), 1);
        assertEquals(
            List.of("10.0.0.1"), fleet.members(1), "removed in spite of unreadable claims");
      }
    };
  }

  static Input gate() {
    return new StateInput("gate") {
      @Override
      public byte[] valid(Random random) {
        return GateCodec.write(NOW.plusSeconds(random.nextInt(3600)));
      }

      @Override
      public Fate read(byte[] input) {
        GateCodec.Decoded decoded = GateCodec.read(input, NOW);
        if (decoded.notBefore().isEmpty()) {
          return told(decoded.problem());
        }
        Instant notBefore = decoded.notBefore().get();
        assertFalse(notBefore.isAfter(NOW.plus(GateCodec.FURTHEST)));
        assertEquals(decoded, GateCodec.read(GateCodec.write(notBefore), NOW));
        return Fate.taken();
      }
    };
  }

  static Input poisonRecord() {
    return new StateInput("poison record") {
      @Override
      public byte[] valid(Random random) {
        return PoisonRecordCodec.write("message " + random.nextInt(), "reason", NOW);
      }

      @Override
      public Fate read(byte[] input) {
        return PoisonRecordCodec.read(input).isPresent()
            ? Fate.taken()
            : Fate.refused("no poison record");
      }
    };
  }
}
