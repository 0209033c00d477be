package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void numbersAreParsedAndStringsStayAsTheyAre() {
    assertEquals(7L, Values.fromText("7", long.class));
    assertEquals(7, Values.fromText("7", Integer.class));
    assertEquals("7", Values.fromText("7", String.class));
    assertEquals("{ \"a\" :1}", Values.fromText("{ \"a\" :1}", String.class));
    assertArrayEquals(new byte[] {1}, (byte[]) Values.fromBytes(new byte[] {1}, byte[].class));
    assertThrows(IllegalArgumentException.class, () -> Values.fromText("seven", long.class));
  }

  @Test
  void aTimeTravelsAsQuotedJsonInUtc() {
    assertEquals(
        "\"2026-12-01T09:00:00+00:00\"",
        Metadata.time(OffsetDateTime.parse("2026-12-01T10:00:00+01:00")));
  }

  @Test
  void pollingSlowsDownToTheLongestIntervalAndStartsAgain() {
    Duration longest = Duration.ofSeconds(2);
    PollingDelay delay = new PollingDelay(longest, new Random(1));
    Duration first = delay.next();
    assertEquals(true, first.toMillis() >= 80 && first.toMillis() <= 120, first.toString());
    for (int i = 0; i < 20; i++) {
      assertEquals(true, delay.next().compareTo(longest) <= 0);
    }
    assertEquals(true, delay.next().toMillis() >= 1600);
    delay.reset();
    assertEquals(true, delay.next().toMillis() <= 120);
  }
}
