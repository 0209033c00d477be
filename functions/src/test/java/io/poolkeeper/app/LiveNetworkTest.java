package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A command line says at once what is wrong with its settings, before it asks Azure anything. */
class LiveNetworkTest {
  private static SettingsResult<LiveNetwork> with(String certificateAuthority) {
    return LiveNetwork.of(
        Map.of("LOCAL_ARM_ENDPOINT", "https://127.0.0.1:1", "LOCAL_ARM_CA", certificateAuthority));
  }

  @Test
  void aCertificateAuthorityThatIsNotThereIsAViolationAndNoStackTrace() {
    SettingsResult<LiveNetwork> result = with("no-such-file.pem");
    assertTrue(result.settings().isEmpty());
    assertEquals(1, result.violations().size());
    assertTrue(
        result.violations().toString().contains("LOCAL_ARM_CA")
            && result.violations().toString().contains("readable PEM file"),
        result.violations().toString());
  }

  @Test
  void soIsOneWithoutACertificateAndAGoodOneIsTaken() {
    assertEquals(1, with("pom.xml").violations().size());
    assertEquals(List.of(), with("src/test/resources/certificates/ca.pem").violations());
  }
}
