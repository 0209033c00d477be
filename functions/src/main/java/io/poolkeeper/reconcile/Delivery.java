package io.poolkeeper.reconcile;

import io.poolkeeper.model.Request;
import java.time.Instant;
import java.util.Optional;

/**
 * One message as the queue delivered it.
 *
 * @param text as it came, for the record of a message that is set aside
 * @param request empty: unreadable, for {@code reason}
 * @param insertedAt the queue's InsertionTime of this message, where the host says it
 * @param dequeueCount how often this message was delivered, this time included
 */
public record Delivery(
    String text,
    Optional<Request> request,
    String reason,
    Optional<Instant> insertedAt,
    long dequeueCount) {

  boolean again() {
    return dequeueCount > 1;
  }
}
