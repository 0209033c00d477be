package io.poolkeeper.port;

/** Fresh random ids, for leases and reconciles. */
public interface Ids {
  /** A UUID in its 36-character form. */
  String next();
}
