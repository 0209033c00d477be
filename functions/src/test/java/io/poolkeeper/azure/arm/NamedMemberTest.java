package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Address;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NamedMemberTest {
  private static final Map<Address, String> SENT =
      new TreeMap<>(
          Map.of(
              Address.of("10.0.0.1"), "node-1",
              Address.of("10.0.0.2"), "address",
              Address.of("10.0.0.12"), "node-12",
              Address.of("fd00::1"), ""));
  private static final Set<Address> ADDED = Set.of(Address.of("10.0.0.2"), Address.of("fd00::1"));

  private static String named(String... texts) {
    Optional<Address> found =
        NamedMember.in(new ArmError("c", Set.of("c"), List.of(texts)), SENT, ADDED);
    return found.map(Address::text).orElse("none");
  }

  @Test
  void anAddressIsFoundAsAWholeAndInAnySpelling() {
    assertEquals("10.0.0.12", named("IP 10.0.0.12 is bad"));
    assertEquals("10.0.0.2", named("(10.0.0.2)."));
    assertEquals("10.0.0.2", named("10.0.0.2: bad"));
    assertEquals("fd00::1", named("[FD00:0:0:0:0:0:0:1]"));
    assertEquals("none", named("10.0.0.112 and 110.0.0.1"));
    assertEquals("none", named("10.0.0.9 is in another network"));
  }

  @Test
  void aNewMemberWinsOverOthersAndOfSeveralNoneIsTaken() {
    assertEquals("10.0.0.2", named("10.0.0.2 collides with 10.0.0.1"));
    assertEquals("none", named("10.0.0.1 and 10.0.0.12"));
    assertEquals("none", named("10.0.0.2", "fd00::1"));
  }

  @Test
  void aNameCountsInQuotesOrAsAPathSegmentOnly() {
    assertEquals("10.0.0.2", named("backend 'address' is bad"));
    assertEquals("10.0.0.1", named("/x/backendAddresses/node-1"));
    assertEquals("10.0.0.1", named("node-1"));
    assertEquals("none", named("the address is bad"));
    assertEquals("none", named("'node-123'"));
  }
}
