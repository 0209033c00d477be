package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InvocationContextTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String NEW = "00-[0-9a-f]{32}-[0-9a-f]{16}-01";

  private static String of(Optional<String> caller) {
    return new InvocationContext("Event", caller).getTraceContext().getTraceparent();
  }

  @Test
  void anInvocationIsASpanOfItsOwnInTheTraceOfItsCaller() {
    String given = of(Optional.of("00-" + TRACE + "-" + SPAN + "-00"));
    assertTrue(given.matches("00-" + TRACE + "-[0-9a-f]{16}-00"), given);
    assertFalse(given.contains(SPAN), given);
  }

  @Test
  void withoutACallerEachInvocationBeginsATrace() {
    String one = of(Optional.empty());
    assertTrue(one.matches(NEW), one);
    assertNotEquals(one.substring(3, 35), of(Optional.empty()).substring(3, 35));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,00-x",
      })
  void whatIsNoTraceparentCountsAsNone(String header) {
    String begun = of(Optional.of(header));
    assertTrue(begun.matches(NEW), begun);
    assertEquals(-1, begun.indexOf(TRACE));
  }
}
