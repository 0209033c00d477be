package io.poolkeeper.state;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.TraceContext;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Valid requests and ledgers, all times before {@link #NOW}. */
public final class RandomDocuments {
  public static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String ALPHABET = "abcXYZ019 -_./\"\\\n\u00e9\u20ac\ud83d\ude00";

  private final Random random;

  public RandomDocuments(Random random) {
    this.random = random;
  }

  public Request request() {
    return new Request(
        "c" + text(20),
        ArmId.of(loadBalancer().key()),
        pick(Cause.values()),
        maybe(this::time),
        random.nextInt(11),
        maybe(this::time),
        random.nextBoolean(),
        random.nextInt(3),
        maybe(this::trace));
  }

  public Ledger ledger() {
    return new Ledger(
            maybe(this::loadBalancer),
            maybe(() -> text(60)),
            maybe(this::time),
            maybe(this::time),
            maybe(this::time),
            maybe(() -> pick(Outcome.values())),
            maybe(this::time),
            maybe(this::time),
            maybe(() -> new Ledger.ModeSince(pick(Mode.values()), time())),
            maybe(
                () ->
                    new Ledger.MappingSeen(
                        random.nextInt(5),
                        random.nextLong(1L << 53),
                        text(40),
                        text(64),
                        list(5, () -> text(80)))),
            list(20, this::hold),
            maybe(() -> new Ledger.Brake(time(), random.nextInt(100_000), text(64))),
            list(5, () -> new Ledger.Rejected(text(80), text(64), text(40), text(30))),
            list(4, this::time),
            maybe(() -> new Ledger.AskAgain(random.nextInt(9), time(), text(64))),
            list(Ledger.MAX_HISTORY, this::history))
        .toBuilder()
            .unlisted(maybe(() -> new Ledger.Unlisted(hold().strength(), time())))
            .removing(list(5, this::hold))
            .build();
  }

  Ledger.Hold hold() {
    Map<Protocol, Strength> strength = new EnumMap<>(Protocol.class);
    for (Protocol protocol : Protocol.values()) {
      maybe(() -> pick(Strength.values())).ifPresent(found -> strength.put(protocol, found));
    }
    return new Ledger.Hold(
        text(80),
        Address.of(random.nextBoolean() ? "10.0.0." + random.nextInt(256) : "fd00::" + hex()),
        maybe(this::loadBalancer),
        strength,
        pick(HoldReason.values()),
        time(),
        time(),
        maybe(this::time));
  }

  Ledger.HistoryEntry history() {
    return new Ledger.HistoryEntry(
        time(),
        text(36),
        pick(Outcome.values()),
        random.nextInt(1000),
        random.nextInt(1000),
        random.nextInt(1000));
  }

  private TraceContext trace() {
    String parent = String.format("00-%032x-%016x-01", random.nextInt(1 << 30) + 1, 7);
    return TraceContext.of(parent, random.nextBoolean() ? "a=" + random.nextInt() : "")
        .orElseThrow();
  }

  private ArmId loadBalancer() {
    String group = random.nextBoolean() ? "Group" : "group";
    return ArmId.of(
        "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/"
            + group
            + "/providers/Microsoft.Network/loadBalancers/LB-"
            + hex());
  }

  private String hex() {
    return Integer.toHexString(random.nextInt(0xffff) + 1);
  }

  private Instant time() {
    return NOW.minusMillis(random.nextLong(1_000_000_000L));
  }

  private String text(int maxLength) {
    int length = random.nextInt(maxLength);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextInt(4) == 0 ? Optional.empty() : Optional.of(value.get());
  }

  private <T> List<T> list(int max, Supplier<T> value) {
    return Stream.generate(value).limit(random.nextInt(max + 1)).toList();
  }
}
