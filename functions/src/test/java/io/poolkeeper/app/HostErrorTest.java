package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.exception.HttpResponseException;
import io.poolkeeper.port.PortException;
import io.poolkeeper.telemetry.Invocation;
import io.poolkeeper.testing.TestBed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The host logs all of what is thrown to it. */
final class HostErrorTest {
  private static final String KEY = "cGxhbnRlZA".repeat(9).substring(0, 86) + "==";
  private static final String NOBODY_THERE =
      "DefaultEndpointsProtocol=http;AccountName=acc;AccountKey="
          + KEY
          + ";BlobEndpoint=http://127.0.0.1:1/acc;QueueEndpoint=http://127.0.0.1:1/acc;";

  private static String logged(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void itTellsEveryCauseMaskedAndWhereItWas() {
    RuntimeException sdk =
        new HttpResponseException("GET https://a/b?sv=1&sig=planted%2B was refused", null);
    sdk.addSuppressed(new IOException("AccountKey=" + KEY));
    HostError error = new HostError(new PortException("send", "queue q", "no answer", sdk));
    String logged = logged(error);
    assertTrue(logged.contains("send on queue q: no answer"), logged);
    assertTrue(logged.contains("caused by HttpResponseException"), logged);
    assertTrue(logged.contains("itTellsEveryCauseMaskedAndWhereItWas"), logged);
    assertFalse(logged.contains("planted"), logged);
    assertFalse(logged.contains(KEY), logged);
    assertNull(error.getCause());
    assertEquals(0, error.getSuppressed().length);
  }

  @Test
  void itIsShort() {
    String logged = new HostError(new IllegalStateException("x".repeat(100_000))).getMessage();
    assertTrue(logged.length() < 3_000, () -> logged.length() + " characters");
  }

  @Test
  void everyCallOfTheHostFailsWithOne() {
    Poolkeeper poolkeeper =
        Poolkeeper.of(
            Map.of("POOLKEEPER_STATE", NOBODY_THERE, "POOLKEEPER_DATA", NOBODY_THERE),
            new AtomicBoolean());
    Invocation call = new Invocation(Logger.getAnonymousLogger(), Optional.empty());
    String event =
        "[{'id':'e','eventType':'Microsoft.Resources.ResourceWriteSuccess','subject':'%s',"
            + "'topic':'/t','eventTime':'2026-12-01T12:00:00Z','dataVersion':'1','data':{}}]";
    for (Runnable work :
        new Runnable[] {
          () -> poolkeeper.reconcile("no request", 1, "", call),
          () -> poolkeeper.poison("no request", call),
          () ->
              poolkeeper.ingest(
                  event.formatted(TestBed.LB).replace('\'', '"'), "EventGridSchema", call),
          () -> poolkeeper.sweep(call)
        }) {
      String logged = logged(assertThrows(HostError.class, work::run));
      assertFalse(logged.contains(KEY), logged);
    }
  }
}
