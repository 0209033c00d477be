package io.poolkeeper.model;

/** Why a load balancer was asked for. It never decides anything: a request is only a key. */
public enum Cause {
  EVENT,
  MAPPING,
  SWEEP,
  HOLD,
  RETRY,
  POISON,
  OPERATOR
}
