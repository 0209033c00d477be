package io.poolkeeper.reconcile;

import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import java.util.Map;
import java.util.TreeMap;

/**
 * The newest ETag known for each pool. Where a pool carried the load balancer's ETag at the read,
 * the previous write's result has moved it, whichever pool was written; else each pool has its own.
 */
final class EtagChain {
  private final Map<String, String> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Boolean> shared = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private String ofLoadBalancer;

  EtagChain(LoadBalancer read) {
    ofLoadBalancer = read.etag();
    for (Pool pool : read.pools()) {
      own.put(pool.name(), pool.etag());
      shared.put(pool.name(), !pool.etag().isEmpty() && pool.etag().equals(read.etag()));
    }
  }

  /** Empty text: not known any more, the pool has to be read again. */
  String ifMatch(String pool) {
    return shared.getOrDefault(pool, false) ? ofLoadBalancer : own.getOrDefault(pool, "");
  }

  void written(Pool result) {
    own.put(result.name(), result.etag());
    if (shared.getOrDefault(result.name(), false)) {
      ofLoadBalancer = result.etag();
    }
  }

  /** Of the load balancer as far as it is known. */
  String ofLoadBalancer() {
    return ofLoadBalancer;
  }
}
