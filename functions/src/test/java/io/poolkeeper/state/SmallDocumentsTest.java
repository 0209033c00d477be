package io.poolkeeper.state;

import static io.poolkeeper.state.RandomDocuments.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.state.PoisonRecordCodec.PoisonRecord;
import io.poolkeeper.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallDocumentsTest {

  @Test
  void aGateIsReadAsItWasWritten() {
    Instant notBefore = NOW.plusMillis(61_234);
    assertEquals(
        new GateCodec.Decoded(Optional.of(notBefore), Optional.empty()),
        GateCodec.read(GateCodec.write(notBefore), NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"notBefore\":5}",
        "{\"notBefore\":\"soon\"}",
        "{\"notBefore\":\"2026-12-03T00:00:00Z\"}"
      })
  void aGateThatMakesNoSenseCountsAsAbsentAndIsTold(String content) {
    GateCodec.Decoded read = GateCodec.read(content.getBytes(StandardCharsets.UTF_8), NOW);
    assertEquals(Optional.empty(), read.notBefore());
    assertTrue(read.problem().isPresent());
  }

  @Test
  void aPoisonRecordKeepsTheMessageWhateverItIs() {
    Random random = Seeds.random(getClass(), 1);
    for (int i = 0; i < 500; i++) {
      StringBuilder message = new StringBuilder();
      for (int j = random.nextInt(200); j > 0; j--) {
        message.append((char) random.nextInt(Character.MAX_VALUE + 1));
      }
      assertEquals(
          Optional.of(new PoisonRecord(message.toString(), "reason", NOW)),
          PoisonRecordCodec.read(PoisonRecordCodec.write(message.toString(), "reason", NOW)));
    }
  }

  @Test
  void aPoisonRecordIsBounded() {
    byte[] content = PoisonRecordCodec.write("\u0001".repeat(1_000_000), "r".repeat(9000), NOW);
    PoisonRecord read = PoisonRecordCodec.read(content).orElseThrow();
    assertEquals(PoisonRecordCodec.MAX_MESSAGE, read.message().length());
    assertEquals(PoisonRecordCodec.MAX_REASON, read.reason().length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"message\":1,\"reason\":\"\",\"at\":\"\"}"})
  void whatIsNoPoisonRecordIsNone(String content) {
    assertEquals(
        Optional.empty(), PoisonRecordCodec.read(content.getBytes(StandardCharsets.UTF_8)));
  }
}
