package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.Poison;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.state.KeptMessage;
import io.poolkeeper.state.RandomDocuments;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Messages of the work queue, delivered to the reconciler or, given up, to the poison function. */
final class MessageInput implements Input {
  private static final int LONGEST_KEPT = 64 * 1024;
  private static final Mutator MUTATOR =
      new Mutator(
          List.of("1", "2", "'EVENT'", "'" + TestBed.LB + "'", "'prod'", "'2026-12-01T12:00:00Z'"),
          List.of("v", "cluster", "loadBalancer", "causedAt", "attempt", "busySince", "poisoned"));

  private final boolean poisoned;

  MessageInput(boolean poisoned) {
    this.poisoned = poisoned;
  }

  @Override
  public String name() {
    return poisoned ? "poisoned message" : "queue message";
  }

  @Override
  public byte[] valid(Random random) {
    Request any = new RandomDocuments(random).request();
    Request request =
        random.nextBoolean()
            ? any
            : new Request(
                TestBed.CLUSTER,
                TestBed.LB,
                any.cause(),
                any.causedAt(),
                any.attempt(),
                any.busySince(),
                any.coverable(),
                any.poisoned(),
                any.trace());
    return RequestCodec.write(request, RequestCodec.Encoding.PLAIN)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return MUTATOR.spoiled(random, document);
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  @Override
  public Fate read(byte[] input) {
    RequestCodec.Decoded decoded = RequestCodec.read(text(input));
    String kept = KeptMessage.of(text(input));
    assertTrue(kept.length() < LONGEST_KEPT, kept);
    if (decoded.request().isEmpty()) {
      assertTrue(decoded.reason().length() < 500, decoded::reason);
      assertFalse(decoded.reason().contains("\n"), decoded::reason);
      return Fate.refused(decoded.reason());
    }
    String again = RequestCodec.write(decoded.request().get(), RequestCodec.Encoding.BASE64);
    assertEquals(decoded.request(), RequestCodec.read(again).request());
    return Fate.taken();
  }

  @Override
  public void follow(byte[] input, Fate fate) {
    TestBed bed = Beds.diverged();
    String before = Beds.kept(bed);
    RequestCodec.Decoded decoded = RequestCodec.read(text(input));
    if (poisoned) {
      poisoned(bed, text(input), decoded);
      return;
    }
    Delivery delivery =
        new Delivery(
            text(input), decoded.request(), decoded.reason(), Optional.of(bed.time.now()), 1);
    Outcome outcome = new Reconciler(bed.ports(), bed.settings()).handle(delivery).outcome();
    Beds.foreignPoolsAreUntouched(bed);
    if (!fate.accepted()) {
      assertEquals(Outcome.SET_ASIDE, outcome);
      assertEquals(1, bed.poison.kept().size());
    }
    boolean ours = decoded.request().filter(r -> r.loadBalancer().equals(TestBed.LB)).isPresent();
    if (!ours) {
      assertEquals(0, bed.arm.puts(), "nothing was asked of this load balancer");
      assertEquals(before, Beds.kept(bed));
    }
  }

  private static void poisoned(TestBed bed, String text, RequestCodec.Decoded decoded) {
    new Poison(bed.poison, bed.queue, bed.time, bed.reports)
        .accept(text, decoded.request(), decoded.reason());
    assertEquals(1, bed.poison.kept().size());
    assertEquals(0, bed.arm.puts());
    boolean again = decoded.request().filter(r -> r.poisoned() == 0).isPresent();
    assertEquals(again ? 1 : 0, bed.queue.sent().size());
  }
}
