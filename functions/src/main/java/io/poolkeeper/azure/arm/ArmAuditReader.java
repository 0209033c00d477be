package io.poolkeeper.azure.arm;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.util.Context;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Reads everything that decides the egress of all machines behind the load balancers of some
 * resource groups: one list per kind and resource group, one per scale set, one GET per virtual
 * network. Lists that do not depend on each other go side by side.
 */
public final class ArmAuditReader {
  private static final int MAX_ROUNDS = 8;

  private final ArmClient arm;
  private final TimeSource time;
  private final Parallel parallel;

  public ArmAuditReader(ArmClient arm, TimeSource time, Parallel parallel) {
    this.arm = arm;
    this.time = time;
    this.parallel = parallel;
  }

  /**
   * @param unreadGroups resource groups whose load balancers could not be listed, with the cause
   */
  public record Read(Inventory inventory, SortedMap<ArmId, String> unreadGroups) {}

  /** What cannot be read is an unreadable part with its cause, never an empty list. */
  public Read read(Collection<ArmId> resourceGroups, String requestId) {
    AuditView view = new AuditView(resourceGroups);
    SortedMap<ArmId, String> unread = new TreeMap<>();
    Set<AuditView.Wanted> made = new HashSet<>();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Supplier<Runnable>> calls = new ArrayList<>();
      for (AuditView.Wanted wanted : view.wanted()) {
        if (made.add(wanted)) {
          calls.add(() -> read(view, wanted, requestId, resourceGroups, unread));
        }
      }
      if (calls.isEmpty()) {
        return new Read(view.inventory(), unread);
      }
      parallel.all(calls).forEach(Runnable::run);
    }
    view.unfinished(made, MAX_ROUNDS);
    return new Read(view.inventory(), unread);
  }

  /** Reads on any thread; what it returns is run on the caller's. */
  private Runnable read(
      AuditView view,
      AuditView.Wanted wanted,
      String requestId,
      Collection<ArmId> groups,
      SortedMap<ArmId, String> unread) {
    if (wanted.kind() == AuditView.Kind.NETWORK) {
      Answer answer = network(wanted.scope(), requestId);
      return () -> view.network(wanted, answer, time.now());
    }
    Pages pages =
        arm.list(wanted.scope(), requestId, (client, context) -> list(client, context, wanted));
    return () -> {
      view.put(wanted, pages, time.now());
      boolean named =
          wanted.kind() == AuditView.Kind.LOAD_BALANCERS && groups.contains(wanted.scope());
      if (named && pages.failure().isPresent()) {
        ReadFailure failure = ReadFailure.of(pages.failure().get(), wanted.words(), time.now());
        unread.put(wanted.scope(), failure.detail());
      }
    };
  }

  private Answer network(ArmId id, String requestId) {
    return arm.get(
        id,
        requestId,
        (client, context) ->
            client
                .getVirtualNetworks()
                .getByResourceGroupWithResponse(
                    id.resourceGroup(), id.name(), "subnets/ipConfigurations", context));
  }

  private static PagedIterable<?> list(
      NetworkManagementClient client, Context context, AuditView.Wanted wanted) {
    String group = wanted.scope().resourceGroup();
    return switch (wanted.kind()) {
      case LOAD_BALANCERS -> client.getLoadBalancers().listByResourceGroup(group, context);
      case NICS -> client.getNetworkInterfaces().listByResourceGroup(group, context);
      case SCALE_SET_NICS ->
          client
              .getNetworkInterfaces()
              .listVirtualMachineScaleSetNetworkInterfaces(group, wanted.scope().name(), context);
      case PUBLIC_IPS -> client.getPublicIpAddresses().listByResourceGroup(group, context);
      case PUBLIC_PREFIXES -> client.getPublicIpPrefixes().listByResourceGroup(group, context);
      case NAT_GATEWAYS -> client.getNatGateways().listByResourceGroup(group, context);
      case ROUTE_TABLES -> client.getRouteTables().listByResourceGroup(group, context);
      case NETWORK -> throw new IllegalArgumentException("a network is no list: " + wanted);
    };
  }
}
