package io.poolkeeper.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsAndAddressesTest {
  private static final String POOL =
      "/subscriptions/S/resourceGroups/Rg/providers/Microsoft.Network/loadBalancers/Lb/backendAddressPools/P";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "10.0.5",
        "10.0.0.4/32",
        "10.0.0.256",
        "010.0.0.4",
        "10.0.0.4 ",
        "10.0.0.*",
        "10.0.0.1-4",
        "0x0a000004",
        "167772164",
        "fd00::4%eth0",
        "fd00::4/128",
        "fd00:::4",
        "fd00::12345",
        "[fd00::4]",
        "1080:0:0:0:8:800:200C:417A:1",
        "::*",
        "10.0.0.4.5",
        "a",
        "_"
      })
  void refusesWhatIsNoPlainAddress(String text) {
    assertEquals(Optional.empty(), Address.parse(text), text);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.4,10.0.0.4,IPV4",
    "0.0.0.0,0.0.0.0,IPV4",
    "FD00:0:0::0004,fd00::4,IPV6",
    "::,::,IPV6",
    "fd00:0:0:1:0:0:0:4,fd00:0:0:1::4,IPV6"
  })
  void oneAddressHasOneText(String text, String canonical, Family family) {
    assertEquals(canonical, Address.of(text).text());
    assertEquals(family, Address.of(text).family());
    assertEquals(Address.of(canonical), Address.of(text));
  }

  @Test
  void prefixesContainAddressesOfTheirFamilyOnly() {
    assertTrue(Prefix.of("10.0.0.0/8").contains(Address.of("10.255.1.2")));
    assertFalse(Prefix.of("10.0.0.0/8").contains(Address.of("11.0.0.1")));
    assertTrue(Prefix.of("0.0.0.0/0").contains(Address.of("1.2.3.4")));
    assertFalse(Prefix.of("0.0.0.0/0").contains(Address.of("fd00::1")));
    assertTrue(Prefix.of("fd00::/64").contains(Address.of("fd00::ffff")));
    assertTrue(Prefix.of("128.0.0.0/1").contains(Prefix.of("192.168.0.0/16")));
    assertFalse(Prefix.of("192.168.0.0/16").contains(Prefix.of("128.0.0.0/1")));
    assertEquals(1, Prefix.of("128.0.0.0/1").length());
    assertEquals(32, Prefix.of("10.0.0.4").length());
    assertEquals(Prefix.of("10.0.0.0/24"), Prefix.of("10.0.0.77/24"));
    assertEquals("10.0.0.0/24", Prefix.of("10.0.0.77/24").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Internet",
        "Storage.WestEurope",
        "10.0.0.0/33",
        "10.0.0.0/",
        "/8",
        "10.0/8",
        "::/129",
        "10.0.0.0/-1"
      })
  void refusesWhatIsNoPrefix(String text) {
    assertEquals(Optional.empty(), Prefix.parse(text));
  }

  @Test
  void armIdsCompareWithoutCaseAndKeepTheirSpelling() {
    ArmId id = ArmId.of(POOL);
    assertEquals(ArmId.of(POOL.toUpperCase().replace("/SUBSCRIPTIONS", "/subscriptions")), id);
    assertEquals(POOL, id.text());
    assertEquals(POOL.toLowerCase(), id.key());
    assertEquals("P", id.name());
    assertEquals("microsoft.network/loadbalancers/backendaddresspools", id.type());
    assertEquals("s", id.subscription());
    assertEquals("Rg", id.resourceGroup());
    assertEquals(ArmId.of("/subscriptions/s/resourcegroups/rg"), id.resourceGroupId());
    assertTrue(id.parent().orElseThrow().isOfType("Microsoft.Network/loadBalancers"));
    assertEquals(id.parent().orElseThrow(), id.root());
    assertEquals(id, id.root().child("backendAddressPools", "p"));
    assertNotEquals(id, id.root());
    assertEquals(Optional.empty(), id.root().parent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/subscriptions",
        "/subscriptions/s",
        "/subscriptions/s/resourceGroups/",
        "subscriptions/s/resourceGroups/g",
        "/subscriptions/s/resourceGroups/g/providers",
        "/subscriptions/s/resourceGroups/g/providers/N/t",
        "/subscriptions/s/resourceGroups/g/providers/N/t/n/",
        "/subscriptions//resourceGroups/g/providers/N/t/n",
        "/providers/N/t/n/x/y/z/u",
        "/subscriptions/s/resourceGroups/g/providers/N/t/n/child"
      })
  void refusesWhatIsNoArmId(String text) {
    assertEquals(Optional.empty(), ArmId.parse(text));
  }
}
