package io.poolkeeper.azure.eventgrid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeCheckTest {
  private static final String EVENT_GRID =
      "{\"id\":\"1\",\"eventType\":\"t\",\"subject\":\"s\",\"eventTime\":\"2026-12-01T12:00:00Z\","
          + "\"topic\":\"x\",\"data\":{},\"dataVersion\":\"1\",\"metadataVersion\":\"1\"}";
  private static final String CLOUD =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/x\",\"type\":\"t\",\"data\":{}}";

  @ParameterizedTest
  @ValueSource(strings = {EVENT_GRID, "[" + EVENT_GRID + "]"})
  void eventGridsOwnSchemaIsKnown(String text) {
    assertEquals("EventGridSchema", EnvelopeCheck.schema(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {CLOUD, "[" + CLOUD + "," + CLOUD + "]"})
  void cloudEventsAreKnown(String text) {
    assertEquals("CloudEventSchemaV1_0", EnvelopeCheck.schema(text));
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"noise", "[]", "{}", "{\"eventType\":\"t\"}"})
  void everythingElseIsNotByTheBookAndNoReasonToFail(String text) {
    assertEquals("nonconforming", EnvelopeCheck.schema(text));
  }
}
