package io.poolkeeper.azure.arm;

import io.poolkeeper.port.LoadBalancers.ReadKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a read that did not succeed means.
 *
 * @param code Azure's error code, or empty text
 * @param detail one line for people
 */
record ReadFailure(ReadKind kind, Optional<Duration> retryAfter, String code, String detail) {

  static ReadFailure of(Answer answer, String what, Instant now) {
    ArmError error = ArmError.of(answer);
    return new ReadFailure(
        kind(answer, error), answer.retryAfter(now), error.code(), cause(answer, error, what));
  }

  private static ReadKind kind(Answer answer, ArmError error) {
    switch (answer.status()) {
      case 401:
      case 403:
        return ReadKind.FORBIDDEN;
      case 404:
        return ReadKind.NOT_FOUND;
      case 429:
        return error.hasAny(KnownCodes.BUSY) ? ReadKind.FAILED : ReadKind.THROTTLED;
      default:
        return ReadKind.FAILED;
    }
  }

  /** For example {@code 403 AuthorizationFailed reading route table /...: missing action ...}. */
  private static String cause(Answer answer, ArmError error, String what) {
    if (answer.status() == 0 || answer.failure().isPresent()) {
      return "no usable answer reading " + what + ": " + answer.failure().orElse("");
    }
    String code = error.mostSpecificCode();
    String detail = error.detail();
    return answer.status()
        + (code.isEmpty() ? "" : " " + code)
        + " reading "
        + what
        + (detail.isEmpty() ? "" : ": " + detail);
  }
}
