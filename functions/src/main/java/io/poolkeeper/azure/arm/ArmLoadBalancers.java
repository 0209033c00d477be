package io.poolkeeper.azure.arm;

import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Load balancers in ARM, through {@link ArmClient}. The detail of a success carries what ARM's
 * headers say is left before throttling.
 */
public final class ArmLoadBalancers implements LoadBalancers {
  private final ArmClient arm;
  private final TimeSource time;
  private final Duration operationLimit;

  /**
   * @param operationLimit the longest that one pool write is followed, from its PUT on
   */
  public ArmLoadBalancers(ArmClient arm, TimeSource time, Duration operationLimit) {
    this.arm = arm;
    this.time = time;
    this.operationLimit = operationLimit;
  }

  @Override
  public Read get(ArmId id, String requestId) {
    Answer answer =
        arm.get(
            id,
            requestId,
            client ->
                client
                    .getLoadBalancers()
                    .getByResourceGroupWithResponseAsync(id.resourceGroup(), id.name(), null));
    if (answer.ok()) {
      return parsed(answer);
    }
    ReadFailure failure = ReadFailure.of(answer, "load balancer " + id, time.now());
    return failed(
        failure.kind() == ReadKind.NOT_FOUND ? judgeMissing(id, failure, requestId) : failure);
  }

  private static Read parsed(Answer answer) {
    try {
      LoadBalancer found = ArmReader.loadBalancer(answer.json());
      return new Read(ReadKind.FOUND, Optional.of(found), Optional.empty(), "", answer.remaining());
    } catch (ArmFormatException e) {
      return new Read(
          ReadKind.FAILED, Optional.empty(), Optional.empty(), "UnexpectedAnswer", e.getMessage());
    }
  }

  private static Read failed(ReadFailure f) {
    return new Read(f.kind(), Optional.empty(), f.retryAfter(), f.code(), f.detail());
  }

  /**
   * A missing load balancer is a fact only where its group can be read; one page is enough. ARM
   * looks at rights before existence, so ResourceGroupNotFound is a fact too: a group that we may
   * not see is answered with 403.
   */
  private ReadFailure judgeMissing(ArmId id, ReadFailure missing, String requestId) {
    Pages group =
        arm.list(
            id.resourceGroupId(),
            requestId,
            1,
            client -> client.getLoadBalancers().listByResourceGroupAsync(id.resourceGroup()));
    if (group.failure().isEmpty()) {
      return missing;
    }
    ReadFailure closed =
        ReadFailure.of(
            group.failure().get(), "load balancers of " + id.resourceGroupId(), time.now());
    boolean groupMissing = closed.code().equalsIgnoreCase("ResourceGroupNotFound");
    ReadKind kind =
        closed.kind() == ReadKind.NOT_FOUND && !groupMissing ? ReadKind.FORBIDDEN : closed.kind();
    return new ReadFailure(
        kind, closed.retryAfter(), closed.code(), missing.detail() + "; and " + closed.detail());
  }

  @Override
  public Listed list(ArmId resourceGroup, String requestId) {
    Pages pages =
        arm.list(
            resourceGroup,
            requestId,
            client ->
                client.getLoadBalancers().listByResourceGroupAsync(resourceGroup.resourceGroup()));
    if (pages.failure().isPresent()) {
      ReadFailure f =
          ReadFailure.of(pages.failure().get(), "load balancers of " + resourceGroup, time.now());
      // A group that cannot be found says nothing about the load balancers in it.
      ReadKind kind = f.kind() == ReadKind.NOT_FOUND ? ReadKind.FORBIDDEN : f.kind();
      return new Listed(kind, List.of(), f.retryAfter(), f.code(), f.detail());
    }
    List<LoadBalancer> found = new ArrayList<>();
    try {
      pages.items().forEach(item -> found.add(ArmReader.loadBalancer(item)));
    } catch (ArmFormatException e) {
      return new Listed(
          ReadKind.FAILED, List.of(), Optional.empty(), "UnexpectedAnswer", e.getMessage());
    }
    return new Listed(ReadKind.FOUND, List.copyOf(found), Optional.empty(), "", "");
  }

  @Override
  public Calls calls(String requestId) {
    return arm.calls(requestId);
  }

  @Override
  public Written put(
      Pool pool,
      PoolWrite write,
      ArmId virtualNetwork,
      String ifMatch,
      String requestId,
      Heartbeat heartbeat) {
    return new PoolPut(arm, time, operationLimit, pool.id(), requestId, heartbeat)
        .run(pool, write, virtualNetwork, ifMatch);
  }
}
