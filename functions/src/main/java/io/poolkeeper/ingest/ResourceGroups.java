package io.poolkeeper.ingest;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.Listed;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.reconcile.Backoff;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load balancers of each resource group, listed once; none while a gate is closed. */
final class ResourceGroups {

  /**
   * @param gated nothing of the subscription may be asked now
   * @param loadBalancer as listed
   * @param etag of it; {@link Seen#ABSENT} if the list does not have it; empty if nobody knows
   */
  record Found(boolean gated, Optional<LoadBalancer> loadBalancer, Optional<String> etag) {}

  private static final Found GATED = new Found(true, Optional.empty(), Optional.empty());

  private final Ports ports;
  private final String requestId;
  private final Map<ArmId, Listed> listed = new HashMap<>();
  private final Map<String, Boolean> closed = new HashMap<>();
  private final List<Map<String, Object>> problems = new ArrayList<>();

  ResourceGroups(Ports ports, String requestId) {
    this.ports = ports;
    this.requestId = requestId;
  }

  List<Map<String, Object>> problems() {
    return problems;
  }

  Found find(ArmId loadBalancer) {
    if (isClosed(loadBalancer.subscription())) {
      return GATED;
    }
    Listed list = listed.computeIfAbsent(loadBalancer.resourceGroupId(), this::list);
    return switch (list.kind()) {
      case THROTTLED -> GATED;
      case FAILED -> new Found(false, Optional.empty(), Optional.empty());
      case FORBIDDEN, NOT_FOUND -> new Found(false, Optional.empty(), Optional.of(Seen.ABSENT));
      case FOUND -> {
        Optional<LoadBalancer> found =
            list.loadBalancers().stream().filter(lb -> lb.id().equals(loadBalancer)).findFirst();
        yield new Found(
            false, found, found.map(LoadBalancer::etag).or(() -> Optional.of(Seen.ABSENT)));
      }
    };
  }

  private boolean isClosed(String subscription) {
    return closed.computeIfAbsent(
        subscription,
        id -> ports.gates().notBefore(id).filter(ports.time().now()::isBefore).isPresent());
  }

  private Listed list(ArmId group) {
    Listed list = ports.loadBalancers().list(group, requestId);
    if (list.kind() == ReadKind.THROTTLED) {
      Duration wait = list.retryAfter().orElse(Backoff.throttle(0));
      Instant notBefore = ports.time().now().plus(wait);
      ports.gates().raise(group.subscription(), notBefore);
      closed.put(group.subscription(), true);
    }
    if (list.kind() != ReadKind.FOUND) {
      Map<String, Object> problem = new LinkedHashMap<>();
      problem.put("resourceGroup", group.key());
      problem.put(
          "outcome",
          list.kind() == LoadBalancers.ReadKind.NOT_FOUND
              ? "RESOURCE_GROUP_NOT_FOUND"
              : list.kind().name());
      problem.put("detail", (list.code() + " " + list.detail()).strip());
      problems.add(problem);
    }
    return list;
  }
}
