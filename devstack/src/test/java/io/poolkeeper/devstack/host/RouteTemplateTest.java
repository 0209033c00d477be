package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTemplateTest {

  @Test
  void fixedPartsCompareWithoutCaseAndTheWholePathMustMatch() {
    RouteTemplate route = RouteTemplate.of("api", "Status");
    assertEquals(Optional.of(Map.of()), route.match("/API/status"));
    assertEquals(Optional.of(Map.of()), route.match("/api/status/"));
    assertEquals(Optional.empty(), route.match("/api/status/more"));
    assertEquals(Optional.empty(), route.match("/api"));
    assertEquals(Optional.empty(), route.match("/status"));
  }

  @Test
  void openPartsTakeValuesAndOptionalOnesMayBeMissing() {
    RouteTemplate route = RouteTemplate.of("", "pools/{pool}/{member:int?}");
    assertEquals(Optional.of(Map.of("pool", "p", "member", "7")), route.match("/pools/p/7"));
    assertEquals(Optional.of(Map.of("pool", "p")), route.match("/pools/p"));
    assertEquals(Optional.empty(), route.match("/pools"));
    assertEquals(Optional.empty(), route.match("/pools/p/7/8"));
  }

  @Test
  void aCatchAllTakesTheRest() {
    RouteTemplate route = RouteTemplate.of("api", "files/{*path}");
    assertEquals(Optional.of(Map.of("path", "a/b/c")), route.match("/api/files/a/b/c"));
    assertEquals(Optional.of(Map.of("path", "")), route.match("/api/files"));
    assertEquals(Optional.empty(), route.match("/api"));
  }
}
