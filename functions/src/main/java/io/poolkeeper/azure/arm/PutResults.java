package io.poolkeeper.azure.arm;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.util.Optional;

/**
 * Words the results of one PUT.
 *
 * @param correlationId of the answer to the PUT
 */
record PutResults(ArmId pool, SentMembers sent, String correlationId, TimeSource time) {

  /**
   * @param answer that showed the result; its throttling headers are the detail
   */
  Written confirmed(Pool result, Answer answer) {
    return withPool(WriteKind.CONFIRMED, result, answer.remaining());
  }

  Written notAsSent(Pool result) {
    return withPool(WriteKind.NOT_AS_SENT, result, sent.difference(result.raw()));
  }

  private Written withPool(WriteKind kind, Pool result, String detail) {
    return new Written(
        kind, Optional.of(result), Optional.empty(), Optional.empty(), "", detail, correlationId);
  }

  Written plain(WriteKind kind, String code, String detail) {
    return new Written(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), code, detail, correlationId);
  }

  /** Of an answer to the PUT itself that is no success. */
  Written refused(Answer answer) {
    if (answer.status() == 0) {
      return unknown(answer, "no answer to the PUT");
    }
    ArmError error = ArmError.of(answer);
    return failure(failures().ofAnswer(answer.status(), error), error, answer, "");
  }

  /** Of the status document of an operation that ended Failed or Canceled. */
  Written ofOperation(Answer poll, boolean canceled) {
    ArmError error = ArmError.of(poll);
    WriteKind kind = canceled ? WriteKind.SUPERSEDED : failures().ofOperation(error);
    return failure(kind, error, poll, "the operation ended; ");
  }

  Written missing(Answer answer) {
    ArmError error = ArmError.of(answer);
    return failure(failures().ofMissing(error), error, answer, "after the write; ");
  }

  Written throttledAfterwards(Answer answer) {
    return failure(
        WriteKind.THROTTLED,
        ArmError.of(answer),
        answer,
        "the write was accepted and may have been applied; ");
  }

  Written unknown(Answer answer, String what) {
    ArmError error = ArmError.of(answer);
    String why = answer.failure().orElseGet(() -> (answer.status() + " " + error.detail()).strip());
    return new Written(
        WriteKind.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        answer.retryAfter(time.now()),
        error.code(),
        what + ": " + why,
        correlationId);
  }

  private Written failure(WriteKind kind, ArmError error, Answer answer, String when) {
    Optional<String> rejected =
        kind == WriteKind.MEMBER_REJECTED
            ? sent.namedIn(error).map(Address::text)
            : Optional.empty();
    String code = error.mostSpecificCode();
    return new Written(
        kind,
        Optional.empty(),
        rejected,
        answer.retryAfter(time.now()),
        code,
        when + answer.status() + " " + code + ": " + error.detail(),
        correlationId);
  }

  private WriteFailures failures() {
    return new WriteFailures(pool, sent::namedIn);
  }

  /** If-Match was ignored and the pool is back: that stays so whatever else happened. */
  static Written recreated(Written end) {
    String detail = "201 for a pool that was there before; then " + end.kind() + " " + end.detail();
    return new Written(
        WriteKind.RECREATED,
        end.pool(),
        end.rejected(),
        end.retryAfter(),
        end.code(),
        detail.strip(),
        end.correlationId());
  }

  /** For an operation that outlived the time given. */
  Written stillRunning(Duration limit) {
    return plain(WriteKind.UNKNOWN, "", "the operation was still running after " + limit);
  }
}
