package io.poolkeeper.simulation;

/** What the safety rests on; each can be switched off, outside of the product. */
enum Mechanism {
  LEASE,
  LOCK_THEN_READ,
  IF_MATCH_AND_READ_BACK,
  EGRESS_CLAIMS,
  ORDERED_WRITES,
  COVERED_ONLY_WHEN_CONVERGED,
  NON_COVERABLE_COPIES,
  SEND_BEFORE_ACKNOWLEDGE,
  STRENGTH_OF_HOLDS
}
