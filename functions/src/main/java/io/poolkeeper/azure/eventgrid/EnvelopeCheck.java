package io.poolkeeper.azure.eventgrid;

import com.azure.core.models.CloudEvent;
import com.azure.messaging.eventgrid.EventGridEvent;
import java.util.List;
import java.util.function.Function;

/**
 * Names the schema of a delivery as Azure's SDK reads it. It decides nothing: what it refuses is
 * still read tolerantly, and the report shows that the sender's envelope is not by the book.
 */
public final class EnvelopeCheck {
  private static final int MAX_LENGTH = 1024 * 1024;

  private EnvelopeCheck() {}

  /**
   * @return {@code EventGridSchema}, {@code CloudEventSchemaV1_0}, or {@code nonconforming}
   */
  public static String schema(String text) {
    if (text == null || text.length() > MAX_LENGTH) {
      return "nonconforming";
    }
    if (reads(EventGridEvent::fromString, text)) {
      return "EventGridSchema";
    }
    return reads(CloudEvent::fromString, text) ? "CloudEventSchemaV1_0" : "nonconforming";
  }

  private static boolean reads(Function<String, List<?>> reader, String text) {
    try {
      return !reader.apply(text).isEmpty();
    } catch (RuntimeException e) {
      return false;
    }
  }
}
