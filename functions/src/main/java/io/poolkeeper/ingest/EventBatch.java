package io.poolkeeper.ingest;

import java.util.List;

/**
 * What was read from one delivery, in its order.
 *
 * @param ignored what does not matter or cannot be read, each with its reason
 */
public record EventBatch(List<ResourceEvent> events, List<Ignored> ignored) {

  /** Why an event was ignored. */
  public enum Why {
    /** Read, and no wish to look at anything follows from it. */
    IRRELEVANT,
    /** Not to be read: worth a report, since something may have been missed until the sweep. */
    UNREADABLE
  }

  /**
   * @param type as the event says, shortened; may be empty
   * @param id of the event, shortened; may be empty
   * @param reason one line; holds nothing of the event's data
   */
  public record Ignored(Why why, String type, String id, String reason) {}

  public EventBatch {
    events = List.copyOf(events);
    ignored = List.copyOf(ignored);
  }

  static EventBatch unreadable(String reason) {
    return new EventBatch(List.of(), List.of(new Ignored(Why.UNREADABLE, "", "", reason)));
  }
}
