package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.port.Gates;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every implementation of {@link Gates} keeps. */
public abstract class GatesContract {
  protected final String subscription = UUID.randomUUID().toString();

  protected abstract Gates gates();

  /** Storage's clock, roughly. */
  protected abstract Instant now();

  /** Puts any content where the gate of {@link #subscription} belongs. */
  protected abstract void putRaw(byte[] content);

  /** How many problems were reported so far. */
  protected abstract int problems();

  private Optional<Instant> notBefore() {
    return gates().notBefore(subscription);
  }

  @Test
  void withoutThrottlingThereIsNoGate() {
    assertEquals(Optional.empty(), notBefore());
    assertEquals(0, problems());
  }

  @Test
  void theLaterTimeWins() {
    gates().raise(subscription, now().plusSeconds(60));
    gates().raise(subscription, now().plusSeconds(90));
    Instant latest = notBefore().orElseThrow();
    assertTrue(latest.isAfter(now().plusSeconds(80)), latest.toString());
    gates().raise(subscription, now().plusSeconds(30));
    gates().raise(subscription, latest);
    assertEquals(Optional.of(latest), notBefore());
  }

  @Test
  void aSubscriptionHasOneGateHoweverItIsSpelled() {
    Instant until = now().plusSeconds(60);
    gates().raise(subscription.toUpperCase(Locale.ROOT), until);
    assertEquals(Optional.of(until), notBefore());
    assertEquals(Optional.empty(), gates().notBefore(UUID.randomUUID().toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "noise", "{}", "{\"notBefore\":\"2900-01-01T00:00:00Z\"}"})
  void aGateThatCannotBeReadCountsAsAbsentIsReportedAndReplaced(String content) {
    putRaw(content.getBytes(StandardCharsets.UTF_8));
    assertEquals(Optional.empty(), notBefore());
    assertEquals(1, problems());
    Instant until = now().plusSeconds(60);
    gates().raise(subscription, until);
    assertEquals(Optional.of(until), notBefore());
  }

  @Test
  void aGateOfAnySizeHarmsNothing() {
    putRaw(new byte[100_000]);
    assertEquals(Optional.empty(), notBefore());
    assertEquals(1, problems());
  }
}
