package io.poolkeeper.model;

/** Why a removal is held back. */
public enum HoldReason {
  MASS_REMOVAL,
  MAPPING_TOO_OLD,
  WOULD_STRAND_EGRESS,
  EGRESS_UNKNOWN,
  WAITS_FOR_ADDITION
}
