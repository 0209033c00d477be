package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.port.LoadBalancers;
import java.util.concurrent.atomic.AtomicReference;

/** Mapping, controls and load balancer, read side by side: "read again" always means all three. */
record Reading(
    Loaded<Mapping> mapping, Loaded<Controls> controls, LoadBalancers.Read loadBalancer) {

  static Reading now(Ports ports, String cluster, ArmId loadBalancer, String requestId) {
    AtomicReference<Loaded<Mapping>> mapping = new AtomicReference<>();
    AtomicReference<Loaded<Controls>> controls = new AtomicReference<>();
    AtomicReference<LoadBalancers.Read> actual = new AtomicReference<>();
    SideBySide.run(
        ports.parallel(),
        () -> mapping.set(ports.documents().mapping(cluster)),
        () -> controls.set(ports.documents().controls(cluster)),
        () -> actual.set(ports.loadBalancers().get(loadBalancer, requestId)));
    return new Reading(mapping.get(), controls.get(), actual.get());
  }
}
