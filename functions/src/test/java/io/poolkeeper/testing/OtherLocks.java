package io.poolkeeper.testing;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.LoadBalancers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ways to lock that look as if they were enough: what claims are measured against. */
public final class OtherLocks {
  private OtherLocks() {}

  /** Nothing but the lease on each load balancer. */
  public static Fleet loadBalancerLeasesAlone(Fleet fleet) {
    Claims.Lease lease = new Pretended(Optional.empty(), fleet);
    fleet.claimsPort =
        (network, leaseId) -> new Claims.Acquired(Claims.LeaseKind.HELD, Optional.of(lease));
    return fleet;
  }

  /** A lease for the network that is held from the judgement until the PUT is answered. */
  public static Fleet egressLeaseOverTheWrite(Fleet fleet) {
    ThreadLocal<Pretended> held = new ThreadLocal<>();
    Claims real = fleet.claims;
    fleet.claimsPort =
        (network, leaseId) -> {
          Claims.Acquired acquired = real.acquire(network, leaseId);
          return new Claims.Acquired(
              acquired.kind(),
              acquired
                  .lease()
                  .map(
                      lease -> {
                        Pretended pretended = new Pretended(Optional.of(lease), fleet);
                        held.set(pretended);
                        return pretended;
                      }));
        };
    LoadBalancers arm = fleet.armPort;
    fleet.armPort =
        new LoadBalancers() {
          @Override
          public Read get(ArmId loadBalancer, String requestId) {
            return arm.get(loadBalancer, requestId);
          }

          @Override
          public Listed list(ArmId resourceGroup, String requestId) {
            return arm.list(resourceGroup, requestId);
          }

          @Override
          public Written put(
              io.poolkeeper.model.Pool pool,
              PoolWrite write,
              ArmId virtualNetwork,
              String ifMatch,
              String requestId,
              Heartbeat heartbeat) {
            Written written = arm.put(pool, write, virtualNetwork, ifMatch, requestId, heartbeat);
            if (held.get() != null) {
              held.get().reallyRelease();
              held.remove();
            }
            return written;
          }
        };
    return fleet;
  }

  /** Says yes to every claim and keeps none. */
  private static final class Pretended implements Claims.Lease {
    private final Optional<Claims.Lease> real;
    private final Fleet fleet;
    private boolean overTheWrite;

    Pretended(Optional<Claims.Lease> real, Fleet fleet) {
      this.real = real;
      this.fleet = fleet;
    }

    @Override
    public Instant serverDate() {
      return fleet.time.now();
    }

    @Override
    public Deadline deadline() {
      return real.map(Claims.Lease::deadline)
          .orElseGet(() -> Deadline.startingNow(fleet.time, Claims.LEASE_DURATION));
    }

    @Override
    public Claims.Read read() {
      return new Claims.Read(Claims.Condition.FINE, List.of(), Optional.empty());
    }

    @Override
    public Claims.Proof write(List<Claim> claims) {
      overTheWrite = !claims.isEmpty();
      return deadline().over() ? Claims.Proof.LOST : Claims.Proof.OK;
    }

    @Override
    public void release() {
      if (!overTheWrite) {
        reallyRelease();
      }
    }

    void reallyRelease() {
      real.ifPresent(Claims.Lease::release);
    }
  }
}
