package io.poolkeeper.plan;

/** Compares what the mapping wants with what Azure has. Pure. */
public final class Planner {
  private Planner() {}

  public static Draft draft(PlanInput input) {
    throw new UnsupportedOperationException("being built");
  }
}
