package io.poolkeeper.port;

import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;

/** Reads the network around a load balancer, fresh. */
public interface InventoryReader {

  /**
   * What cannot be read (403, 404, 5xx, a page that does not come) is an unreadable part with its
   * cause, never an empty list.
   *
   * @param actual the load balancer of this run; taken over as it is
   */
  Inventory read(Mapping mapping, LoadBalancer actual, Scope scope, String requestId);
}
