package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import java.util.Set;
import java.util.TreeSet;

/** Who is in a pool. */
final class Members {
  private Members() {}

  static Set<String> of(Pool pool) {
    Set<String> members = new TreeSet<>();
    pool.entries().forEach(entry -> entry.address().ifPresent(a -> members.add(a.text())));
    return members;
  }

  static Set<String> of(JsonNode body) {
    Set<String> members = new TreeSet<>();
    body.at("/properties/loadBalancerBackendAddresses")
        .forEach(entry -> members.add(entry.at("/properties/ipAddress").asText()));
    return members;
  }

  static String shown(LoadBalancer loadBalancer) {
    StringBuilder text = new StringBuilder(loadBalancer.provisioningState());
    loadBalancer.pools().forEach(p -> text.append(' ').append(p.name()).append(of(p)));
    return text.toString();
  }

  /** The pool as if this body had been written to it, with the etag that it has. */
  static Pool with(Pool pool, JsonNode body) {
    Balancer copy = new Balancer(pool.id().root());
    copy.etag = pool.etag();
    Balancer.SimPool target = new Balancer.SimPool(pool.name(), true);
    target.etag = pool.etag();
    body.at("/properties/loadBalancerBackendAddresses")
        .forEach(e -> target.members.put(e.at("/properties/ipAddress").asText(), e));
    copy.pools.put(pool.name(), target);
    return copy.model(false).pool(pool.name()).orElseThrow();
  }
}
