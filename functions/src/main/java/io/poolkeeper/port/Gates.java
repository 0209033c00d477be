package io.poolkeeper.port;

import java.time.Instant;
import java.util.Optional;

/** Throttling gates, one per subscription, shared by all instances. */
public interface Gates {
  Optional<Instant> notBefore(String subscription);

  /** Written with If-Match; the later time wins. */
  void raise(String subscription, Instant notBefore);
}
