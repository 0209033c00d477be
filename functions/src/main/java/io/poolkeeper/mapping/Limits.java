package io.poolkeeper.mapping;

/**
 * What a document may be at most. The numbers are those of {@code docs/reference.md}, section 4.
 */
final class Limits {
  static final int MAPPING_BYTES = 16 * 1024 * 1024;
  static final int CONTROLS_BYTES = 1024 * 1024;
  static final int SCOPE_BYTES = 1024 * 1024;
  static final int DEPTH = 16;
  static final int LOAD_BALANCERS = 1_000;
  static final int SERVICES = 10_000;
  static final int NODES = 20_000;
  static final int ADDRESSES_PER_NODE = 8;
  static final int NAMES_PER_LIST = 5_000;
  static final int NAME_LENGTH = 253;

  /** Longest text value in characters; nothing valid comes near it. */
  static final int TEXT_LENGTH = 65_536;

  /** Longest property name in characters that is still read, to be refused with its path. */
  static final int PROPERTY_LENGTH = 8_192;

  /** Longest number in characters: far more than the digits of the largest revision. */
  static final int NUMBER_LENGTH = 100;

  /** Violations that are listed; the rest is counted. */
  static final int VIOLATIONS = 100;

  private Limits() {}
}
