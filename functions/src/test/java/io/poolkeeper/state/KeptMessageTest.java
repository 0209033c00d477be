package io.poolkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

final class KeptMessageTest {
  private static final String MESSAGE =
      "{\"v\":9,\"cluster\":\"prod\",\"loadBalancer\":[1],\"data\":{\"claims\":\"secret\"}}";

  @Test
  void theFieldsOfARequestAreKeptAndTheKindOfTheRest() {
    String kept = KeptMessage.of(MESSAGE);
    assertTrue(
        kept.startsWith(
            "{\"v\":9,\"cluster\":\"prod\",\"loadBalancer\":\"(ARRAY)\",\"data\":\"(OBJECT)\","),
        kept);
    assertFalse(kept.contains("secret"), kept);
  }

  @Test
  void base64IsLookedInto() {
    byte[] bytes = MESSAGE.getBytes(StandardCharsets.UTF_8);
    String kept = KeptMessage.of(Base64.getEncoder().encodeToString(bytes));
    assertTrue(kept.startsWith("{\"v\":9,"), kept);
  }

  @Test
  void whatIsNoJsonIsOnlyMeasured() {
    assertEquals(
        "3 characters, sha256 ba7816bf8f01cfea, no request in JSON", KeptMessage.of("abc"));
    assertEquals("0 characters, sha256 e3b0c44298fc1c14, no request in JSON", KeptMessage.of(null));
  }
}
