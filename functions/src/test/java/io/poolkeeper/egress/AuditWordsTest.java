package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.egress.AuditReport.PoolMembership;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.testing.TestBed;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class AuditWordsTest {
  @Test
  void aMachineOfIpv6IsToldOfTheOnlyNatGatewayThatServesIt() {
    ArmId pool = ArmId.of(TestBed.LB + "/backendAddressPools/ns-web-ipv6");
    PoolMembership membership = new PoolMembership(pool, true, new TreeMap<>(), true);
    assertEquals(
        List.of("StandardV2 NAT gateway", "separate outbound pool"),
        AuditWords.remedies(membership, Family.IPV6));
    assertEquals(
        List.of("NAT gateway", "separate outbound pool"),
        AuditWords.remedies(membership, Family.IPV4));
  }
}
