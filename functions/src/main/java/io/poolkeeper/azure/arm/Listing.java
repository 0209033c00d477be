package io.poolkeeper.azure.arm;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.util.Context;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import io.poolkeeper.model.ArmId;

/**
 * One list call of the inventory.
 *
 * @param scope a resource group, or a scale set for {@link Kind#SCALE_SET_NICS}
 */
record Listing(Kind kind, ArmId scope) {

  enum Kind {
    LOAD_BALANCERS("load balancers of"),
    NICS("network interfaces of"),
    SCALE_SET_NICS("network interfaces of scale set"),
    PUBLIC_IPS("public IP addresses of"),
    PUBLIC_PREFIXES("public IP prefixes of"),
    NAT_GATEWAYS("NAT gateways of"),
    ROUTE_TABLES("route tables of");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  String what() {
    return kind.words + " " + scope;
  }

  Pages read(ArmClient arm, String requestId) {
    return arm.list(scope, requestId, this::typed);
  }

  private PagedIterable<?> typed(NetworkManagementClient client, Context context) {
    String group = scope.resourceGroup();
    switch (kind) {
      case LOAD_BALANCERS:
        return client.getLoadBalancers().listByResourceGroup(group, context);
      case NICS:
        return client.getNetworkInterfaces().listByResourceGroup(group, context);
      case SCALE_SET_NICS:
        return client
            .getNetworkInterfaces()
            .listVirtualMachineScaleSetNetworkInterfaces(group, scope.name(), context);
      case PUBLIC_IPS:
        return client.getPublicIpAddresses().listByResourceGroup(group, context);
      case PUBLIC_PREFIXES:
        return client.getPublicIpPrefixes().listByResourceGroup(group, context);
      case NAT_GATEWAYS:
        return client.getNatGateways().listByResourceGroup(group, context);
      case ROUTE_TABLES:
        return client.getRouteTables().listByResourceGroup(group, context);
      default:
        throw new IllegalStateException("no such kind: " + kind);
    }
  }
}
