package io.poolkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClaimsCodecTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final ArmId LB =
      ArmId.of("/subscriptions/S/resourceGroups/Rg/providers/Microsoft.Network/loadBalancers/Lb-1");

  private static Claim claim(String address, Instant until) {
    return new Claim(Address.of(address), LB, "Pool-1", "run-1", until);
  }

  private static ClaimsCodec.Decoded read(String text) {
    return ClaimsCodec.read(text.getBytes(StandardCharsets.UTF_8), NOW, LIFE, 3);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    List<Claim> claims =
        List.of(claim("10.0.0.1", NOW.plusSeconds(1)), claim("fd00::1", NOW.plus(LIFE)));
    byte[] written = ClaimsCodec.write(claims);
    assertEquals(Optional.of(claims), ClaimsCodec.read(written, NOW, LIFE, 3).claims());
    assertTrue(new String(written, StandardCharsets.UTF_8).contains(LB.key()), "id in lower case");
  }

  @Test
  void whatHasRunOutIsDroppedAndTheLastMomentCounts() {
    Claim last = claim("10.0.0.2", NOW);
    byte[] written = ClaimsCodec.write(List.of(claim("10.0.0.1", NOW.minusSeconds(1)), last));
    assertEquals(Optional.of(List.of(last)), ClaimsCodec.read(written, NOW, LIFE, 3).claims());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "noise",
        "[]",
        "{}",
        "{\"format\":2,\"claims\":[]}",
        "{\"format\":1,\"claims\":{}}",
        "{\"format\":1,\"claims\":[1]}",
        "{\"format\":1,\"claims\":[]} more",
        "{\"format\":1,\"format\":1,\"claims\":[]}"
      })
  void whatIsNoClaimsDocumentIsUnreadableAndSaysWhy(String text) {
    ClaimsCodec.Decoded decoded = read(text);
    assertEquals(Optional.empty(), decoded.claims());
    assertTrue(decoded.problem().orElseThrow().contains("expected"), decoded.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"address\":\"10.0.0\"",
        "\"address\":7",
        "\"loadBalancer\":\"lb-1\"",
        "\"pool\":null",
        "\"until\":\"soon\"",
        "\"until\":\"2026-12-01T12:11:01Z\""
      })
  void oneWrongClaimMakesAllUnreadableForItMayBeTheOneThatMatters(String wrong) {
    String right =
        new String(ClaimsCodec.write(List.of(claim("10.0.0.1", NOW))), StandardCharsets.UTF_8);
    String name = wrong.substring(0, wrong.indexOf(':'));
    String broken = right.replaceFirst(name + ":\"[^\"]*\"", wrong);
    assertEquals(Optional.empty(), read(broken).claims());
    String path = "$.claims[0]." + name.replace("\"", "");
    assertTrue(read(broken).problem().orElseThrow().contains(path), read(broken).toString());
  }

  @Test
  void thereIsALimitToTheirNumberAndSize() {
    byte[] many = ClaimsCodec.write(Collections.nCopies(4, claim("10.0.0.1", NOW)));
    assertEquals(Optional.empty(), ClaimsCodec.read(many, NOW, LIFE, 3).claims());
    byte[] long_ = new byte[ClaimsCodec.MAX_BYTES + 1];
    assertTrue(ClaimsCodec.read(long_, NOW, LIFE, 3).problem().orElseThrow().contains("bytes"));
  }

  @Test
  void noNoiseHarmsIt() {
    java.util.Random random = new java.util.Random(3);
    byte[] right = ClaimsCodec.write(List.of(claim("10.0.0.1", NOW)));
    for (int i = 0; i < 2000; i++) {
      byte[] noisy = right.clone();
      noisy[random.nextInt(noisy.length)] = (byte) random.nextInt(256);
      ClaimsCodec.Decoded decoded = ClaimsCodec.read(noisy, NOW, LIFE, 3);
      assertTrue(decoded.claims().isPresent() != decoded.problem().isPresent());
    }
  }
}
