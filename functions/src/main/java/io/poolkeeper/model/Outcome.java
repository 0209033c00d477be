package io.poolkeeper.model;

/** How one message ended; exactly one per message. {@code docs/reference.md} has the table. */
public enum Outcome {
  UNCHANGED(true, FollowUp.NOTHING, false),
  UPDATED(true, FollowUp.NOTHING, false),
  PARTIAL(false, FollowUp.DELAYED_REQUEST, true),
  OBSERVED(false, FollowUp.NOTHING, false),
  PAUSED(false, FollowUp.AT_PAUSE_END, false),
  COVERED(false, FollowUp.NOTHING, false),
  PARKED(false, FollowUp.PARKED_COPY, false),
  LOCK_BUSY(false, FollowUp.BUSY_COPY, false),
  LB_BUSY(false, FollowUp.BUSY_COPY, false),
  HANDED_OVER(false, FollowUp.DELAYED_REQUEST, false),
  THROTTLED(false, FollowUp.PARKED_COPY, false),
  CONFLICT(false, FollowUp.DELAYED_REQUEST, true),
  LOCK_LOST(false, FollowUp.DELAYED_REQUEST, true),
  FAILED(false, FollowUp.DELAYED_REQUEST, true),
  MAPPING_UNREADABLE(false, FollowUp.DELAYED_REQUEST, true),
  CONTROLS_UNREADABLE(false, FollowUp.DELAYED_REQUEST, true),
  INVALID_MAPPING(false, FollowUp.NOTHING, false),
  STALE_MAPPING(false, FollowUp.NOTHING, false),
  FORBIDDEN(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  LB_NOT_FOUND(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  UNSUPPORTED_SKU(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  NOT_ALLOWED(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  OWNED_ELSEWHERE(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  NOT_MAPPED(false, FollowUp.NOTHING, false),
  GAVE_UP(false, FollowUp.SWEEP_ASKS_AGAIN, false),
  SET_ASIDE(false, FollowUp.NOTHING, false);

  /** What is done with the request after the run. */
  public enum FollowUp {
    NOTHING,
    /** A copy after a failure delay. */
    DELAYED_REQUEST,
    /** A copy after a busy delay, bounded by age. */
    BUSY_COPY,
    /** One copy that wakes at {@code notBefore}. */
    PARKED_COPY,
    /** A copy at the pause's end, if it has one. */
    AT_PAUSE_END,
    /** Nothing now; the sweep asks again at growing distances. */
    SWEEP_ASKS_AGAIN
  }

  private final boolean covers;
  private final FollowUp followUp;
  private final boolean budget;

  Outcome(boolean covers, FollowUp followUp, boolean budget) {
    this.covers = covers;
    this.followUp = followUp;
    this.budget = budget;
  }

  /** Whether {@code coveredThrough} may move. */
  public boolean covers() {
    return covers;
  }

  public FollowUp followUp() {
    return followUp;
  }

  /** Whether the copy counts towards the ten failure copies. */
  public boolean usesBudget() {
    return budget;
  }
}
