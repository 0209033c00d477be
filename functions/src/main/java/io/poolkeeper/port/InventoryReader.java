package io.poolkeeper.port;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Reads the network around a load balancer, fresh. */
public interface InventoryReader {

  /**
   * All of it, for every address of the mapping and of the load balancer. What cannot be read (403,
   * 404, 5xx, a page that does not come) is an unreadable part with its cause, never an empty list.
   *
   * @param actual the load balancer of this run; taken over as it is
   */
  Inventory read(Mapping mapping, LoadBalancer actual, Scope scope, String requestId);

  /** The same step by step, no further than is asked for. Nothing is read before the first step. */
  default Steps steps(Mapping mapping, LoadBalancer actual, Scope scope, String requestId) {
    return new AtOnce(() -> read(mapping, actual, scope, requestId));
  }

  /**
   * At least one answer was 429 and throttling.
   *
   * @param retryAfter the longest that Azure asked for, if it said so
   * @param detail one line for people
   */
  record Throttled(Optional<Duration> retryAfter, String detail) {}

  /**
   * The inventory in steps, each with what the earlier ones read. Parts that were not asked for are
   * unreadable with the cause {@link Inventory#NOT_READ}; what is said of an address that was asked
   * for is the same as in the whole inventory.
   */
  interface Steps {
    /**
     * The virtual network with its subnets, NAT gateways and route tables.
     *
     * @param sought addresses of which it has to be known whether a NIC has them, and in which
     *     subnet
     */
    Inventory network(Set<Address> sought);

    /**
     * Everything that may matter to these addresses: their NICs, the load balancers, public
     * addresses.
     */
    Inventory machines(Set<Address> open);

    /** Whether a step so far was throttled; what it did not bring is unreadable. */
    default Optional<Throttled> throttled() {
      return Optional.empty();
    }
  }
}
