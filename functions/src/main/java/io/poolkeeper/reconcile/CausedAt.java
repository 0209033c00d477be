package io.poolkeeper.reconcile;

import io.poolkeeper.model.Request;
import java.time.Instant;
import java.util.Optional;

/** When a request was first made, by the queue's own clock. */
final class CausedAt {
  private CausedAt() {}

  /** A first message carries no time: its InsertionTime is it, and every copy carries that on. */
  static Request fill(Request request, Optional<Instant> insertedAt) {
    if (request.causedAt().isPresent()) {
      return request;
    }
    return new Request(
        request.cluster(),
        request.loadBalancer(),
        request.cause(),
        insertedAt,
        request.attempt(),
        request.busySince(),
        request.coverable(),
        request.poisoned(),
        request.trace());
  }
}
