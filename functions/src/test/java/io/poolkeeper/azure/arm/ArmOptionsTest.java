package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.azure.arm.ArmOptions.Cloud;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArmOptionsTest {
  private static final Optional<Path> CA = Optional.of(Path.of("ca.pem"));

  private static String refused(Optional<URI> endpoint, Optional<Path> ca, Optional<String> id) {
    return assertThrows(
            IllegalArgumentException.class, () -> new ArmOptions(Cloud.PUBLIC, endpoint, ca, id))
        .getMessage();
  }

  @Test
  void everyCloudHasItsEndpoint() {
    assertEquals(
        "https://management.azure.com",
        ArmOptions.of(Cloud.PUBLIC, Optional.empty()).endpoint().toString());
    assertEquals(
        "https://management.usgovcloudapi.net",
        ArmOptions.of(Cloud.GOVERNMENT, Optional.empty()).endpoint().toString());
    assertEquals(
        "https://management.chinacloudapi.cn",
        ArmOptions.of(Cloud.CHINA, Optional.of("id")).endpoint().toString());
  }

  @Test
  void everyCloudHasItsTokenAudience() {
    assertEquals(
        "https://management.core.windows.net/.default",
        ArmOptions.of(Cloud.PUBLIC, Optional.empty()).tokenScope());
    assertEquals(
        "https://management.core.usgovcloudapi.net/.default",
        ArmOptions.of(Cloud.GOVERNMENT, Optional.empty()).tokenScope());
    assertEquals(
        "https://management.core.chinacloudapi.cn/.default",
        ArmOptions.of(Cloud.CHINA, Optional.empty()).tokenScope());
  }

  @Test
  void aLocalEndpointIsHttpsWithItsCaAndWithoutAnIdentity() {
    Optional<URI> local = Optional.of(URI.create("https://127.0.0.1:4443/"));
    assertEquals(
        "https://127.0.0.1:4443", ArmOptions.local(local.get(), CA.get()).endpoint().toString());
    assertTrue(
        refused(Optional.of(URI.create("http://127.0.0.1")), CA, Optional.empty())
            .contains("https"));
    assertTrue(
        refused(local, Optional.empty(), Optional.empty()).contains("POOLKEEPER_LOCAL_ARM_CA"));
    assertTrue(refused(local, CA, Optional.of("id")).contains("managed identity"));
    assertTrue(
        refused(Optional.empty(), CA, Optional.empty()).contains("POOLKEEPER_LOCAL_ARM_ENDPOINT"));
  }
}
