package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.port.Claims;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FakeClaimsTest extends ClaimsContract {
  private final FakeClaims claims = new FakeClaims(time, new Tape());

  @Override
  protected Claims claims() {
    return claims;
  }

  @Override
  protected void putRaw(byte[] content) {
    claims.putRaw(network, content);
  }

  @Override
  protected void takeAway() {
    claims.takeAway(network);
  }

  @Test
  void damageIsOverWhenEveryClaimInItMustHaveRunOut() {
    claims.putRaw(network, new byte[0]);
    time.advance(Claims.LIFE.plusSeconds(1));
    Claims.Lease lease = claims.acquire(network, "id").lease().orElseThrow();
    assertEquals(Claims.Condition.FINE, lease.read().condition());
    assertEquals(Claims.Proof.OK, lease.write(List.of()));
  }
}
