package io.poolkeeper.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

  @Test
  void aWellFormedOneIsKeptWithItsState() {
    TraceContext read = TraceContext.of(PARENT, "vendor=1,other@x=2").orElseThrow();
    assertEquals(new TraceContext(PARENT, "vendor=1,other@x=2"), read);
    assertEquals(TRACE, read.traceId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
        "00-\u06600af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01"
      })
  void aMalformedOneIsDropped(String traceparent) {
    assertEquals(Optional.empty(), TraceContext.of(traceparent, "a=1"));
  }

  @Test
  void nothingIsNothing() {
    assertEquals(Optional.empty(), TraceContext.of(null, null));
    assertEquals("", TraceContext.of(PARENT, null).orElseThrow().tracestate());
  }

  @Test
  void ofALaterVersionTheKnownPartIsKept() {
    String later = PARENT.replaceFirst("00", "01");
    assertEquals(later, TraceContext.of(later + "-more", "").orElseThrow().traceparent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"noequals", "a=\u00e9", "a=1\nb=2", "=1"})
  void aMalformedStateIsDroppedAlone(String tracestate) {
    assertEquals("", TraceContext.of(PARENT, tracestate).orElseThrow().tracestate());
  }

  @Test
  void aStateTooLongToCarryIsDroppedAlone() {
    String state = "a=" + "x".repeat(511);
    assertEquals("", TraceContext.of(PARENT, state).orElseThrow().tracestate());
  }
}
