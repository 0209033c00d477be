package io.poolkeeper.testing;

import io.poolkeeper.testing.Interleaved.Choice;
import io.poolkeeper.testing.Interleaved.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Goes through every order in which the workers' port calls can come, each time from the start; a
 * state that was seen before is not gone on from again.
 */
public final class Explorer {
  private final Supplier<Fleet> fresh;
  private final List<io.poolkeeper.model.ArmId> started;
  private final Limits limits;
  private final Function<Fleet, Optional<String>> wrong;
  private final Function<Fleet, Optional<String>> wrongAtTheEnd;

  /**
   * @param wrong empty: nothing went wrong
   * @param path what led to it
   */
  public record Found(int states, int lives, int ends, Optional<String> wrong, List<Choice> path) {
    @Override
    public String toString() {
      return states
          + " states, "
          + lives
          + " lives, "
          + ends
          + " ends"
          + wrong.map(w -> ": " + w + " by " + path).orElse("");
    }
  }

  private record Life(Optional<String> wrong, List<Choice> path, boolean ended) {}

  private final Set<UUID> seen = new HashSet<>();
  private final Deque<List<Choice>> open = new ArrayDeque<>();
  private final Set<String> ends = new HashSet<>();
  private int lives;

  /**
   * @param wrong asked after every choice
   * @param wrongAtTheEnd asked when all workers have ended and nothing is on its way
   */
  public Explorer(
      Supplier<Fleet> fresh,
      List<io.poolkeeper.model.ArmId> started,
      Limits limits,
      Function<Fleet, Optional<String>> wrong,
      Function<Fleet, Optional<String>> wrongAtTheEnd) {
    this.fresh = fresh;
    this.started = started;
    this.limits = limits;
    this.wrong = wrong;
    this.wrongAtTheEnd = wrongAtTheEnd;
  }

  /** Every order; ends with the first that goes wrong. */
  public Found everything() {
    open.push(List.of());
    while (!open.isEmpty()) {
      Life life = live(open.pop());
      if (life.wrong().isPresent()) {
        return new Found(seen.size(), lives, ends.size(), life.wrong(), life.path());
      }
    }
    return new Found(seen.size(), lives, ends.size(), Optional.empty(), List.of());
  }

  private Life live(List<Choice> prefix) {
    lives++;
    List<Choice> path = new ArrayList<>(prefix);
    Fleet fleet = fresh.get();
    try (Interleaved life = new Interleaved(fleet, limits, started)) {
      prefix.forEach(life::take);
      while (true) {
        Optional<String> found = wrong.apply(fleet);
        if (found.isPresent()) {
          return new Life(found, path, false);
        }
        if (!seen.add(life.key())) {
          return new Life(Optional.empty(), path, false);
        }
        List<Choice> choices = life.choices();
        if (choices.isEmpty()) {
          if (!ends.add(life.world())) {
            return new Life(Optional.empty(), path, true);
          }
          break;
        }
        // both workers begin alike, so the first one begins
        int different = path.isEmpty() ? 1 : choices.size();
        for (int i = different - 1; i > 0; i--) {
          List<Choice> other = new ArrayList<>(path);
          other.add(choices.get(i));
          open.push(other);
        }
        path.add(choices.get(0));
        life.take(choices.get(0));
      }
    }
    return new Life(wrongAtTheEnd.apply(fleet), path, true);
  }

  /** One order by chance. */
  public Found byChance(Random random) {
    List<Choice> path = new ArrayList<>();
    Fleet fleet = fresh.get();
    Optional<String> found = Optional.empty();
    try (Interleaved life = new Interleaved(fleet, limits, started)) {
      List<Choice> choices = life.choices();
      while (!choices.isEmpty() && found.isEmpty()) {
        Choice choice = choices.get(random.nextInt(choices.size()));
        path.add(choice);
        life.take(choice);
        found = wrong.apply(fleet);
        choices = life.choices();
      }
    }
    found = found.isPresent() ? found : wrongAtTheEnd.apply(fleet);
    return new Found(path.size(), 1, 1, found, path);
  }
}
