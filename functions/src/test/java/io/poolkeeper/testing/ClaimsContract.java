package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Claims.Acquired;
import io.poolkeeper.port.Claims.Condition;
import io.poolkeeper.port.Claims.Lease;
import io.poolkeeper.port.Claims.LeaseKind;
import io.poolkeeper.port.Claims.Proof;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link Claims} keeps. */
public abstract class ClaimsContract {
  protected final ManualTime time = new ManualTime();
  protected final ArmId network =
      ArmId.of(
          "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/Rg/providers/"
              + "Microsoft.Network/virtualNetworks/Net-"
              + UUID.randomUUID());

  /** On {@link #time}; asked for once per test. */
  protected abstract Claims claims();

  /** Puts any content where the claims of {@link #network} belong. */
  protected abstract void putRaw(byte[] content);

  /** Ends the lease on the storage's side, so that others may have it. */
  protected abstract void takeAway();

  private static String freshId() {
    return UUID.randomUUID().toString();
  }

  private Lease held(Claims claims) {
    Acquired acquired = claims.acquire(network, freshId());
    assertEquals(LeaseKind.HELD, acquired.kind());
    return acquired.lease().orElseThrow();
  }

  private Claim claim(Instant until) {
    ArmId loadBalancer = ArmId.of(network.text().replace("virtualNetworks", "loadBalancers"));
    return new Claim(Address.of("10.0.0.1"), loadBalancer, "pool", "run", until);
  }

  @Test
  void whereThereAreNoneThereIsAnEmptyDocument() {
    Lease lease = held(claims());
    assertEquals(
        new Claims.Read(Condition.FINE, List.of(), java.util.Optional.empty()), lease.read());
  }

  @Test
  void whatOneWritesTheNextReadsAndALeaseIsForOne() {
    Claims claims = claims();
    Lease lease = held(claims);
    assertEquals(LeaseKind.BUSY, claims.acquire(network, freshId()).kind());
    lease.read();
    Claim claim = claim(lease.serverDate().plus(Claims.LIFE));
    assertEquals(Proof.OK, lease.write(List.of(claim)));
    lease.release();
    Lease next = held(claims);
    assertEquals(List.of(claim), next.read().claims());
    assertEquals(Proof.OK, next.write(List.of()));
    assertEquals(Proof.OK, next.write(List.of(claim)), "its own writes it knows");
  }

  @Test
  void aNetworkHasOneDocumentHoweverItIsSpelled() {
    Claims claims = claims();
    held(claims);
    ArmId other = ArmId.of(network.text().toUpperCase(Locale.ROOT));
    assertEquals(LeaseKind.BUSY, claims.acquire(other, freshId()).kind());
  }

  @Test
  void withoutTheLeaseNothingIsWritten() {
    Claims claims = claims();
    Lease lost = held(claims);
    Claim claim = claim(lost.serverDate().plus(Claims.LIFE));
    takeAway();
    assertEquals(Proof.LOST, lost.write(List.of(claim)));
    Lease next = held(claims);
    assertEquals(Proof.LOST, lost.write(List.of(claim)), "another holds it now");
    lost.release();
    assertEquals(List.of(), next.read().claims());
    assertEquals(Proof.OK, next.write(List.of()), "and still does");
  }

  @Test
  void whatWasChangedSinceItWasReadIsNotOverwritten() {
    Claims claims = claims();
    Lease first = held(claims);
    first.read();
    takeAway();
    Lease second = held(claims);
    second.read();
    Claim claim = claim(second.serverDate().plus(Claims.LIFE));
    assertEquals(Proof.OK, second.write(List.of(claim)));
    second.release();
    assertEquals(Proof.LOST, first.write(List.of()));
    assertEquals(List.of(claim), held(claims).read().claims());
  }

  @Test
  void byItsOwnClockTheHolderKnowsThatItIsOver() {
    Lease lease = held(claims());
    assertTrue(lease.deadline().leaves(Duration.ofSeconds(29)));
    time.advance(Claims.LEASE_DURATION);
    assertEquals(Proof.LOST, lease.write(List.of()));
  }

  @Test
  void claimsThatHaveRunOutAreNotShown() {
    Claims claims = claims();
    Lease lease = held(claims);
    Claim over = claim(lease.serverDate().minusSeconds(2));
    assertEquals(Proof.OK, lease.write(List.of(over)));
    assertEquals(List.of(), lease.read().claims());
  }

  @Test
  void whatWasJustWrittenAndCannotBeReadIsNotEmpty() {
    Claims claims = claims();
    putRaw("noise".getBytes(StandardCharsets.UTF_8));
    Claims.Read read = held(claims).read();
    assertEquals(Condition.UNREADABLE, read.condition());
    assertFalse(read.problem().orElseThrow().isEmpty());
  }

  @Test
  void moreThanItMayHoldIsNotWritten() {
    Lease lease = held(claims());
    Claim claim = claim(lease.serverDate());
    assertEquals(Proof.FULL, lease.write(Collections.nCopies(Claims.MAX_CLAIMS + 1, claim)));
  }
}
