package io.poolkeeper.azure.arm;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.port.InventoryReader.Throttled;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads what a view needs, round after round, each list once. Not thread-safe. */
final class ReadingRounds {
  /** Links between resources are no longer than this; a longer chain is a bug. */
  private static final int MAX_ROUNDS = 12;

  private final ArmClient arm;
  private final TimeSource time;
  private final Parallel parallel;
  private final NetworkView view;
  private final ArmId network;
  private final String requestId;
  private final Set<Listing> made = new HashSet<>();
  private Optional<Throttled> throttled = Optional.empty();

  ReadingRounds(
      ArmClient arm,
      TimeSource time,
      Parallel parallel,
      NetworkView view,
      ArmId network,
      String requestId) {
    this.arm = arm;
    this.time = time;
    this.parallel = parallel;
    this.view = view;
    this.network = network;
    this.requestId = requestId;
  }

  /** Until nothing more is needed. */
  Inventory run() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Supplier<Runnable>> calls = new ArrayList<>();
      NicSearch.Read next = view.search().next();
      if (next != NicSearch.Read.NONE) {
        calls.add(() -> network(next == NicSearch.Read.EXPANDED));
      }
      for (Listing listing : view.needed()) {
        if (made.add(listing)) {
          calls.add(() -> list(listing));
        }
      }
      if (calls.isEmpty()) {
        return view.inventory();
      }
      parallel.all(calls).forEach(Runnable::run);
    }
    throw new IllegalStateException("the inventory has no end after " + MAX_ROUNDS + " rounds");
  }

  /** Reads on any thread; what it returns is run on the caller's. */
  private Runnable network(boolean expanded) {
    Holders holders = view.search().holders();
    NetworkPage page = new NetworkPage(holders);
    Answer answer = arm.stream(NetworkPage.path(network, expanded), requestId, page);
    return () -> {
      view.network(answer, page.network(), holders, expanded, time.now());
      look(answer, "virtual network " + network);
    };
  }

  private Runnable list(Listing listing) {
    Shelf<?>.Batch batch = view.shelf(listing.kind()).batch(listing);
    var failure = listing.read(arm, requestId, batch::add);
    return () -> {
      batch.done(failure, time.now());
      failure.ifPresent(answer -> look(answer, listing.what()));
    };
  }

  Optional<Throttled> throttled() {
    return throttled;
  }

  /** Of several throttled calls the one that has to wait longest counts. */
  private void look(Answer answer, String what) {
    ReadFailure failure = ReadFailure.of(answer, what, time.now());
    if (failure.kind() != ReadKind.THROTTLED) {
      return;
    }
    Duration known = throttled.flatMap(Throttled::retryAfter).orElse(Duration.ZERO);
    boolean longer = failure.retryAfter().filter(wait -> wait.compareTo(known) > 0).isPresent();
    if (throttled.isEmpty() || longer) {
      throttled = Optional.of(new Throttled(failure.retryAfter(), failure.detail()));
    }
  }
}
