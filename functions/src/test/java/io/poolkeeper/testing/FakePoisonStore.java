package io.poolkeeper.testing;

import io.poolkeeper.port.PoisonStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Set-aside messages in memory. */
public final class FakePoisonStore implements PoisonStore {
  /** What was kept. */
  public record Kept(String message, String reason) {}

  private final List<Kept> kept = new ArrayList<>();
  private final Tape tape;

  public FakePoisonStore(Tape tape) {
    this.tape = tape;
  }

  public List<Kept> kept() {
    return List.copyOf(kept);
  }

  @Override
  public String record(String message, String reason, Instant at) {
    return tape.call(
        "poison.record",
        () -> {
          kept.add(new Kept(message, reason));
          return "record-" + kept.size() + ".json";
        });
  }
}
