package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.app.HostTimes;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The time at which a message was put into its queue, as the host tells it. */
final class HostTimeInput implements Input {
  private static final List<String> FAR =
      List.of(
          "+999999999-12-31T23:59:59.999999999-18:00",
          "-999999999-01-01T00:00:00+18:00",
          "9999-12-31T23:59:59Z",
          "0000-01-01T00:00:00Z",
          "1970-01-01T00:00:00Z");

  @Override
  public String name() {
    return "host time";
  }

  @Override
  public byte[] valid(Random random) {
    String time =
        random.nextInt(4) == 0
            ? FAR.get(random.nextInt(FAR.size()))
            : "2026-12-01T12:%02d:00.%d+00:00"
                .formatted(random.nextInt(60), random.nextInt(1_000_000));
    return Hostile.text(random.nextBoolean() ? "\"" + time + "\"" : time);
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return switch (random.nextInt(4)) {
      case 0 -> document;
      case 1 -> Hostile.WHOLE.get(random.nextInt(Hostile.WHOLE.size())).apply(document);
      default -> Hostile.damaged(random, document);
    };
  }

  private static Optional<Instant> time(byte[] input) {
    return HostTimes.parse(new String(input, StandardCharsets.UTF_8));
  }

  @Override
  public Fate read(byte[] input) {
    return time(input).isPresent() ? Fate.taken() : Fate.refused("no time");
  }

  /** An unreadable time counts as unknown, and no time keeps a request from being looked at. */
  @Override
  public void follow(byte[] input, Fate fate) {
    TestBed bed = Beds.diverged();
    Delivery delivery = new Delivery("", Optional.of(bed.request()), "", time(input), 1);
    ReconcileReport report = new Reconciler(bed.ports(), bed.settings()).handle(delivery);
    Beds.foreignPoolsAreUntouched(bed);
    boolean covered = report.outcome() == Outcome.COVERED;
    assertEquals(covered ? Outcome.COVERED : Outcome.UPDATED, report.outcome());
    if (!fate.accepted()) {
      assertEquals(Outcome.UPDATED, report.outcome());
    }
  }
}
