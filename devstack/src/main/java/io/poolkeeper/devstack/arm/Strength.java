package io.poolkeeper.devstack.arm;

/** How sure a way out to the internet is, weakest first. */
public enum Strength {
  NONE,
  POSSIBLE,
  CERTAIN
}
