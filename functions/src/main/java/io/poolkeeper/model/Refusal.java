package io.poolkeeper.model;

/** Why an addition is not made. */
public enum Refusal {
  NOT_ALLOWED,
  ADDRESS_OWNER_MISMATCH,
  REJECTED
}
