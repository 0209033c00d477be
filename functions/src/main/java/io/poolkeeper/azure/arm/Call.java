package io.poolkeeper.azure.arm;

import com.azure.core.util.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One call of the adapter as the pipeline sees it: what the policies add to its requests, and the
 * raw answers that came.
 */
final class Call {
  static final String KEY = "io.poolkeeper.call";

  private final String requestId;
  private final Optional<String> ifMatch;
  private final boolean streamed;
  private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());

  Call(String requestId, Optional<String> ifMatch) {
    this(requestId, ifMatch, false);
  }

  private Call(String requestId, Optional<String> ifMatch, boolean streamed) {
    this.requestId = requestId;
    this.ifMatch = ifMatch;
    this.streamed = streamed;
  }

  static Call read(String requestId) {
    return new Call(requestId, Optional.empty());
  }

  /** The body of a 200 is left for the caller to read as it comes, and not kept. */
  static Call streamed(String requestId) {
    return new Call(requestId, Optional.empty(), true);
  }

  boolean isStreamed() {
    return streamed;
  }

  String requestId() {
    return requestId;
  }

  Optional<String> ifMatch() {
    return ifMatch;
  }

  void keep(Answer answer) {
    answers.add(answer);
  }

  /** In the order of the requests; of a request that was repeated only the last. */
  List<Answer> answers() {
    synchronized (answers) {
      return List.copyOf(answers);
    }
  }

  Context context() {
    return new Context(KEY, this);
  }
}
