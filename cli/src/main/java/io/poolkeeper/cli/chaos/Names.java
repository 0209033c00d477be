package io.poolkeeper.cli.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Ids and names of the shop that chaos plays with. */
final class Names {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String CLUSTER = "shop";
  static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop";
  static final String NETWORK = GROUP + "/providers/Microsoft.Network";
  static final String VNET = NETWORK + "/virtualNetworks/vnet-1";
  static final String SUBNET = VNET + "/subnets/nodes";
  static final String GATEWAY = NETWORK + "/natGateways/nat-1";

  /** The pool that no mapping names. */
  static final String OTHERS = "others";

  /** The service that moves between load balancers; each of them has its pool. */
  static final String ROAMER = "shop/roam";

  private Names() {}

  static String loadBalancer(String name) {
    return NETWORK + "/loadBalancers/" + name;
  }

  /** Of a Local service, as the app names it. */
  static String pool(String service) {
    return service.replace('/', '-');
  }

  /** {@code lb-1/shop-web}: how a pool is called in every list here. */
  static String place(String loadBalancer, String pool) {
    return loadBalancer + "/" + pool;
  }

  /** Last segment. */
  static String last(String id) {
    return id.substring(id.lastIndexOf('/') + 1);
  }
}
