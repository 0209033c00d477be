package io.poolkeeper.simulation;

import io.poolkeeper.port.PortException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Every port call of every worker: leaves, lands, is answered, and what goes wrong with it. */
final class PortCalls {
  private static final long TIMEOUT = 8_000;

  /**
   * One call.
   *
   * @param effect what it does where it lands
   * @param failed what the caller gets when no answer comes; may throw
   * @param refused what the other side may say instead; may throw
   * @param stale the answer of so many milliseconds ago
   */
  record Call<T>(
      String name,
      Supplier<T> effect,
      Supplier<T> failed,
      Optional<Function<Random, T>> refused,
      Optional<Function<Long, T>> stale) {

    /** Of storage: whatever goes wrong is an exception. */
    static <T> Call<T> storage(String name, Supplier<T> effect) {
      return new Call<>(
          name,
          effect,
          () -> {
            throw new PortException(name, "storage", "no answer");
          },
          Optional.of(
              random -> {
                throw new PortException(name, "storage", "503 ServerBusy");
              }),
          Optional.empty());
    }
  }

  private static final class Landing<T> {
    T value;
    RuntimeException thrown;

    void take(Supplier<T> effect) {
      try {
        value = effect.get();
      } catch (PortException e) {
        thrown = e;
      }
    }

    T answer() {
      if (thrown != null) {
        throw thrown;
      }
      return value;
    }
  }

  private final Timeline time;
  private final Choices choices;
  private final Trace trace;
  private final double rate;
  private final Map<Fault.Kind, Integer> counts = new EnumMap<>(Fault.Kind.class);
  private boolean calm;
  private Consumer<Random> meanwhile = random -> {};

  PortCalls(Timeline time, Choices choices, Trace trace, double rate) {
    this.time = time;
    this.choices = choices;
    this.trace = trace;
    this.rate = rate;
  }

  /** What else can happen while a call is on its way. */
  void meanwhile(Consumer<Random> newMeanwhile) {
    meanwhile = newMeanwhile;
  }

  /** No more faults from now on. */
  void calm() {
    calm = true;
  }

  Map<Fault.Kind, Integer> counts() {
    return counts;
  }

  <T> T make(Call<T> call) {
    Actor actor = Actor.current();
    actor.checkAlive();
    String key = actor.label + "#" + ++actor.calls + " " + call.name();
    Random random = choices.of(key);
    Fault fault = fault(key, random, call, actor);
    long way = way(call.name(), random);
    Process process = actor.process;
    Landing<T> landing = new Landing<>();
    switch (fault.kind()) {
      case CRASH_BEFORE -> die(actor);
      case LOST -> {
        actor.sleep(TIMEOUT);
        return call.failed().get();
      }
      case REFUSED -> {
        actor.sleep(2 * way);
        return call.refused().orElseThrow().apply(random);
      }
      case STOP_BEFORE -> {
        process.stop(fault.millis());
        actor.sleep(0);
      }
      case DELAYED -> way += fault.millis();
      default -> {}
    }
    boolean late = fault.kind() == Fault.Kind.LATE;
    boolean stopsInFlight = fault.kind() == Fault.Kind.STOP_IN_FLIGHT;
    long lands = late ? TIMEOUT + fault.millis() : stopsInFlight ? fault.millis() - 1 : way;
    Supplier<T> effect =
        fault.kind() == Fault.Kind.STALE
            ? () -> call.stale().orElseThrow().apply(fault.millis())
            : call.effect();
    if (fault.kind() == Fault.Kind.TWICE && call.name().startsWith("arm.put")) {
      // a gateway repeats it, and the caller gets the second answer: nothing is behind it then
      time.in(lands, () -> land(actor, call, new Landing<>(), effect));
      lands += fault.millis();
    } else if (fault.kind() == Fault.Kind.TWICE) {
      time.in(lands + fault.millis(), () -> land(actor, call, new Landing<>(), effect));
    }
    if (fault.kind() == Fault.Kind.MEANWHILE) {
      time.in(lands, () -> meanwhile.accept(random));
    }
    time.in(lands, () -> land(actor, call, landing, effect));
    switch (fault.kind()) {
      case STOP_IN_FLIGHT -> process.stop(fault.millis());
      case STOP_AFTER -> {
        actor.sleep(way);
        process.stop(fault.millis());
      }
      case CRASH_IN_FLIGHT -> die(actor);
      case CRASH_AFTER -> {
        actor.sleep(way + 1);
        die(actor);
      }
      case NO_REPLY, LATE -> {
        actor.sleep(Math.max(TIMEOUT, fault.kind() == Fault.Kind.LATE ? 0 : way + 1));
        return call.failed().get();
      }
      default -> {}
    }
    long back = fault.kind() == Fault.Kind.ANSWERED_LATE ? fault.millis() : 3 + random.nextInt(40);
    actor.sleep(Math.max(lands + 1, way + back));
    return landing.answer();
  }

  /** Storage is near, ARM is slow; a write is slower still. */
  private static long way(String name, Random random) {
    if (!name.startsWith("arm.")) {
      return 5 + random.nextInt(60);
    }
    return 40 + random.nextInt(name.startsWith("arm.put") ? 3_000 : 600);
  }

  private <T> void land(Actor actor, Call<T> call, Landing<T> landing, Supplier<T> effect) {
    landing.take(effect);
    if (trace.on()) {
      Object shown =
          landing.thrown != null ? landing.thrown.getMessage() : Trace.shown(landing.value);
      trace.add(actor.label + " " + call.name() + " -> " + shown);
    }
  }

  private static void die(Actor actor) {
    actor.process.crash();
    actor.checkAlive();
  }

  private <T> Fault fault(String key, Random random, Call<T> call, Actor actor) {
    if (random.nextDouble() >= rate || calm) {
      return Fault.NONE;
    }
    Fault fault = Fault.of(random);
    boolean impossible =
        (fault.kind() == Fault.Kind.REFUSED && call.refused().isEmpty())
            || (fault.kind() == Fault.Kind.STALE && call.stale().isEmpty());
    if (impossible || !choices.take(key)) {
      return Fault.NONE;
    }
    counts.merge(fault.kind(), 1, Integer::sum);
    if (actor.run != null) {
      actor.run.faultAt = time.now();
      if (fault.kind() == Fault.Kind.STALE) {
        actor.run.servedStale = time.now();
      }
    }
    trace.add(actor.label + " " + call.name() + ": FAULT " + fault);
    return fault;
  }
}
