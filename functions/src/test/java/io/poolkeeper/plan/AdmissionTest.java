package io.poolkeeper.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Scope;
import io.poolkeeper.testing.World;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final Mapping mapping = new World().local("web").mapping();
  private Optional<Mapping.LoadBalancerEntry> entry = mapping.loadBalancer("lb-1");
  private Ledger ledger = Ledger.EMPTY;
  private Optional<Controls> controls = Optional.of(Controls.NONE);
  private Optional<Scope> scope = Optional.empty();

  private Optional<Outcome> documents() {
    return Admission.ofDocuments(mapping, entry, ledger, controls, scope, World.NOW);
  }

  private static Ledger seen(long epoch, long revision) {
    return Ledger.EMPTY.toBuilder()
        .mapping(new Ledger.MappingSeen(epoch, revision, "etag", "slice"))
        .build();
  }

  private static Controls paused(Optional<Instant> until) {
    Controls.Entry paused =
        new Controls.Entry(
            Optional.empty(),
            Optional.of(new Controls.Pause("somebody", "because", until)),
            Optional.empty());
    return new Controls(Optional.empty(), Map.of("lb-1", paused), List.of());
  }

  @Test
  void aMappingOlderThanTheLedgersIsStale() {
    ledger = seen(0, 2);
    assertEquals(Optional.of(Outcome.STALE_MAPPING), documents());
    ledger = seen(0, 1);
    assertEquals(Optional.empty(), documents());
    ledger = seen(1, 0);
    assertEquals(Optional.of(Outcome.STALE_MAPPING), documents());
  }

  @Test
  void aHigherEpochLetsALowerRevisionIn() {
    ledger = seen(-1, 9);
    assertEquals(Optional.empty(), documents());
  }

  @Test
  void theFirstCheckThatFailsDecides() {
    scope = Optional.of(new Scope(Optional.of(List.of()), Optional.empty()));
    controls = Optional.of(paused(Optional.empty()));
    assertEquals(Optional.of(Outcome.NOT_ALLOWED), documents());
    ledger = Ledger.EMPTY.toBuilder().cluster("other").build();
    assertEquals(Optional.of(Outcome.OWNED_ELSEWHERE), documents());
    controls = Optional.empty();
    assertEquals(Optional.of(Outcome.CONTROLS_UNREADABLE), documents());
    entry = Optional.empty();
    assertEquals(Optional.of(Outcome.NOT_MAPPED), documents());
    ledger = seen(0, 2);
    assertEquals(Optional.of(Outcome.STALE_MAPPING), documents());
  }

  @Test
  void aPauseEndsAtItsTime() {
    controls = Optional.of(paused(Optional.of(World.NOW)));
    assertEquals(Optional.empty(), documents());
    controls = Optional.of(paused(Optional.of(World.NOW.plusSeconds(1))));
    assertEquals(Optional.of(Outcome.PAUSED), documents());
  }

  @Test
  void itsOwnClusterAndAScopeThatNamesItAreFine() {
    ledger = Ledger.EMPTY.toBuilder().cluster("prod").build();
    scope = Optional.of(new Scope(Optional.of(List.of(World.LB)), Optional.empty()));
    assertEquals(Optional.empty(), documents());
  }

  @Test
  void aScopeWithoutLoadBalancersAllowsOnlyObserving() {
    scope = Optional.of(Scope.OBSERVE_ONLY);
    assertEquals(Optional.empty(), documents());
    assertEquals(Mode.OBSERVE, mode(Mode.APPLY));
    scope = Optional.of(new Scope(Optional.of(List.of(World.LB)), Optional.empty()));
    assertEquals(Mode.APPLY, mode(Mode.APPLY));
    assertEquals(Mode.OBSERVE, mode(Mode.OBSERVE));
    scope = PlanSettings.EVERYTHING;
    assertEquals(Mode.APPLY, mode(Mode.APPLY));
    controls = Optional.of(new Controls(Optional.of(Mode.OBSERVE), Map.of(), List.of()));
    assertEquals(Mode.OBSERVE, mode(Mode.APPLY));
  }

  private Mode mode(Mode setting) {
    return Admission.effectiveMode(setting, controls.orElseThrow(), scope, entry.orElseThrow());
  }

  @Test
  void theLoadBalancerIsLookedAtLast() {
    assertEquals(Optional.of(Outcome.LB_NOT_FOUND), actual(Optional.empty()));
    World world = new World();
    assertEquals(Optional.empty(), actual(Optional.of(world.loadBalancer())));
    world.lb = "Deleting";
    assertEquals(Optional.of(Outcome.LB_BUSY), actual(Optional.of(world.loadBalancer())));
    LoadBalancer busy = world.loadBalancer();
    LoadBalancer basic =
        new LoadBalancer(
            busy.id(),
            busy.name(),
            busy.etag(),
            "Basic",
            busy.tier(),
            busy.provisioningState(),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    assertEquals(Optional.of(Outcome.UNSUPPORTED_SKU), actual(Optional.of(basic)));
  }

  private Optional<Outcome> actual(Optional<LoadBalancer> actual) {
    return Admission.ofLoadBalancer(mapping, entry.orElseThrow(), actual);
  }
}
