package io.poolkeeper.state;

import static io.poolkeeper.state.RandomDocuments.NOW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.state.LedgerCodec.Decoded;
import io.poolkeeper.state.LedgerCodec.Kind;
import io.poolkeeper.testing.Seeds;
import io.poolkeeper.testing.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerCodecTest {

  @Test
  void readsWhatItWroteByteForByte() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 1));
    for (int i = 0; i < 500; i++) {
      Ledger ledger = documents.ledger();
      byte[] bytes = LedgerCodec.write(ledger);
      Decoded read = LedgerCodec.read(bytes, NOW);
      assertEquals(new Decoded(Kind.FINE, ledger, Optional.empty()), read);
      assertArrayEquals(bytes, LedgerCodec.write(read.ledger()));
    }
  }

  @Test
  void writesTheDocumentOfTheReference() {
    assertEquals(
        "{\"format\":1,\"loadBalancer\":null,\"cluster\":null,\"startedAt\":null,"
            + "\"finishedAt\":null,\"coveredThrough\":null,\"outcome\":null,\"notBefore\":null,"
            + "\"divergedSince\":null,\"holds\":[],\"rejected\":[],\"restores\":[],\"history\":[]}",
        new String(LedgerCodec.write(Ledger.EMPTY), StandardCharsets.UTF_8));
  }

  @Test
  void ignoresUnknownFields() {
    assertEquals(
        new Decoded(Kind.FINE, Ledger.EMPTY, Optional.empty()),
        read("{\"format\":1,\"egress\":{\"a\":[true]},\"holds\":null}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t"})
  void anEmptyBlobIsAnEmptyLedger(String content) {
    assertBad(content, Kind.EMPTY, "no content");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "null|an object",
        "[]|an object",
        "{}|$.format: expected a whole number, found nothing",
        "{\"format\":0}|$.format: expected 1, found 0",
        "{\"format\":-1}|$.format: expected a whole number",
        "{\"format\":\"1\"}|$.format: expected a whole number",
        "{\"format\":1,|expected JSON",
        "{\"format\":1}{}|expected JSON",
        "{\"format\":1,\"format\":1}|Duplicate field",
        "{\"format\":1,\"loadBalancer\":\"lb\"}|$.loadBalancer: expected an ARM id, found 'lb'",
        "{\"format\":1,\"outcome\":\"SPLENDID\"}|$.outcome: expected one of",
        "{\"format\":1,\"coveredThrough\":\"1970-01-01T00:00:00Z\"}|$.coveredThrough: expected a",
        "{\"format\":1,\"coveredThrough\":\"9999-01-01T00:00:00Z\"}|$.coveredThrough: expected a",
        "{\"format\":1,\"holds\":{}}|$.holds: expected a list",
        "{\"format\":1,\"holds\":[1]}|$.holds[0]: expected an object, found 1",
        "{\"format\":1,\"holds\":[{\"address\":\"10.0.5\"}]}|$.holds[0].address: expected an IP",
        "{\"format\":1,\"restores\":[\"2026-01-01T00:00:00Z\",\"x\"]}|$.restores[1]: expected a",
        "{\"format\":1,\"brake\":{\"since\":\"2026-01-01T00:00:00Z\",\"base\":-1}}|$.brake.base",
        "{\"format\":1,\"modeSince\":{\"mode\":\"APPLY\"}}|$.modeSince.mode: expected observe or",
        "{\"format\":1,\"mapping\":{\"epoch\":0,\"revision\":9007199254740992}}|$.mapping.revision",
        "{\"format\":1,\"mapping\":{\"epoch\":2147483648,\"revision\":1}}|$.mapping.epoch",
      })
  void saysWhereItIsCorrupt(String content, String problem) {
    assertBad(content, Kind.CORRUPT, problem);
  }

  @Test
  void aNewerFormatIsTold() {
    assertBad("{\"format\":2,\"holds\":7}", Kind.NEWER_FORMAT, "format 2, this app reads 1");
  }

  @Test
  void aBlobLongerThanTheLimitIsNotEvenParsed() {
    byte[] content = new byte[LedgerCodec.MAX_BYTES + 1];
    Decoded read = LedgerCodec.read(content, NOW);
    assertEquals(Kind.TOO_LONG, read.kind());
    assertTrue(read.problem().orElseThrow().contains("1048577 bytes, allowed are 1048576"));
  }

  @Test
  void coverageFromTheFutureCountsAsAbsentAndIsTold() {
    Ledger ledger = Ledger.EMPTY.toBuilder().coveredThrough(NOW).build();
    assertEquals(
        Optional.of(NOW),
        LedgerCodec.read(LedgerCodec.write(ledger), NOW).ledger().coveredThrough());
    Decoded earlier = LedgerCodec.read(LedgerCodec.write(ledger), NOW.minusSeconds(1));
    assertEquals(Kind.FINE, earlier.kind());
    assertEquals(Optional.empty(), earlier.ledger().coveredThrough());
    assertTrue(earlier.problem().orElseThrow().contains("coveredThrough"));
  }

  @Test
  void aWaitOfYearsCountsAsAbsent() {
    Instant far = NOW.plus(Duration.ofDays(2));
    Ledger ledger =
        Ledger.EMPTY.toBuilder()
            .notBefore(Optional.of(far))
            .finishedAt(far)
            .askAgain(Optional.of(new Ledger.AskAgain(3, far)))
            .restores(List.of(NOW, far))
            .build();
    Decoded read = LedgerCodec.read(LedgerCodec.write(ledger), NOW);
    assertEquals(
        Ledger.EMPTY.toBuilder().restores(List.of(NOW)).build(),
        read.ledger(),
        read.problem().toString());
    for (String name : List.of("notBefore", "finishedAt", "askAgain.at", "restores")) {
      assertTrue(read.problem().orElseThrow().contains(name), name);
    }
  }

  @Test
  void aRunThatStartedInTheFutureIsStillUnfinishedAndCanEnd() {
    Instant far = NOW.plus(Duration.ofDays(300));
    Ledger ledger = Ledger.EMPTY.toBuilder().startedAt(far).finishedAt(NOW.minusSeconds(9)).build();
    Decoded read = LedgerCodec.read(LedgerCodec.write(ledger), NOW);
    assertTrue(read.ledger().startedNotFinished());
    assertTrue(read.problem().orElseThrow().contains("startedAt"));
    assertFalse(
        read.ledger().toBuilder().finishedAt(NOW.plusSeconds(1)).build().startedNotFinished());
  }

  @Test
  void warningsComeBackAndThoseOfAnotherVersionArePassedOver() {
    Warning warning = Warning.of(Warning.Word.CONTESTED, "pool", "ns-a");
    Ledger ledger = Ledger.EMPTY.toBuilder().warnings(List.of(warning)).build();
    String text = new String(LedgerCodec.write(ledger), StandardCharsets.UTF_8);
    assertEquals(List.of(warning), read(text).ledger().warnings());
    assertEquals(List.of(), read(text.replace("CONTESTED", "LATER_WORD")).ledger().warnings());
    List<Warning> many = Stream.generate(() -> warning).limit(80).toList();
    assertEquals(50, Ledger.EMPTY.toBuilder().warnings(many).build().warnings().size());
  }

  @Test
  void aHoldFromTheFutureIsKeptAsOfNow() {
    Instant far = NOW.plus(Duration.ofDays(300));
    Ledger.Hold hold = new RandomDocuments(Seeds.random(getClass(), 6)).hold();
    Ledger.Hold future =
        new Ledger.Hold(
            hold.pool(),
            hold.address(),
            hold.machine(),
            hold.strength(),
            hold.reason(),
            far,
            far,
            Optional.of(far),
            new Ledger.InDoubt(Map.of(Protocol.TCP, Strength.POSSIBLE), Optional.of(far)));
    Ledger ledger = Ledger.EMPTY.toBuilder().holds(List.of(future)).build();
    Ledger.Hold read = LedgerCodec.read(LedgerCodec.write(ledger), NOW).ledger().holds().get(0);
    assertEquals(NOW, read.since());
    assertEquals(NOW, read.judgedAt());
    assertEquals(Optional.empty(), read.noneSince(), "or it would be released too late or early");
    assertEquals(
        new Ledger.InDoubt(Map.of(Protocol.TCP, Strength.POSSIBLE), Optional.empty()),
        read.inDoubt(),
        "or it would sink too late or early");
  }

  @Test
  void howFarAHoldIsInDoubtComesBack() {
    Ledger.Hold hold = new RandomDocuments(Seeds.random(getClass(), 7)).hold();
    for (Optional<Instant> clearSince : List.of(Optional.of(NOW), Optional.<Instant>empty())) {
      Ledger.InDoubt inDoubt = new Ledger.InDoubt(Map.of(Protocol.TCP, Strength.NONE), clearSince);
      Ledger.Hold doubted =
          new Ledger.Hold(
              hold.pool(),
              hold.address(),
              hold.machine(),
              hold.strength(),
              hold.reason(),
              NOW,
              NOW,
              Optional.empty(),
              inDoubt);
      Ledger ledger = Ledger.EMPTY.toBuilder().holds(List.of(doubted)).build();
      assertEquals(ledger, LedgerCodec.read(LedgerCodec.write(ledger), NOW).ledger());
    }
  }

  @Test
  void keepsTheNewestFiftyOfAHistory() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 3));
    List<Ledger.HistoryEntry> history = Stream.generate(documents::history).limit(120).toList();
    String one = new String(LedgerCodec.write(withHistory(history)), StandardCharsets.UTF_8);
    assertEquals(
        history.subList(70, 120),
        LedgerCodec.read(one.getBytes(StandardCharsets.UTF_8), NOW).ledger().history());
  }

  @Test
  void aLedgerThatGrewTooLongLosesWhatIsLeastMissed() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 4));
    List<Ledger.Hold> remembering =
        Stream.generate(documents::hold).filter(Ledger.Hold::remembersEgress).limit(1500).toList();
    List<Ledger.Hold> others =
        Stream.generate(documents::hold).filter(h -> !h.remembersEgress()).limit(2500).toList();
    List<Ledger.Hold> holds = Stream.concat(others.stream(), remembering.stream()).toList();
    Ledger ledger =
        withHistory(Stream.generate(documents::history).limit(50).toList()).toBuilder()
            .loadBalancer(ArmId.of("/subscriptions/s/resourceGroups/g"))
            .coveredThrough(NOW)
            .holds(holds)
            .build();
    byte[] bytes = LedgerCodec.write(ledger);
    assertTrue(bytes.length <= LedgerCodec.MAX_BYTES);
    Ledger read = LedgerCodec.read(bytes, NOW).ledger();
    assertEquals(ledger.coveredThrough(), read.coveredThrough());
    assertEquals(ledger.history().subList(45, 50), read.history());
    assertEquals(remembering, read.holds());
    assertEquals(Optional.empty(), read.unlisted());
  }

  @Test
  void whatTheHoldsWithoutRoomRememberIsKeptTogether() {
    ArmId machine = ArmId.of(World.GROUP + "/providers/Microsoft.Network/networkInterfaces/node");
    List<Ledger.Hold> holds = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      holds.add(
          new Ledger.Hold(
              "ns-pool-" + i % 20,
              Address.parse("10.1." + i / 250 + "." + i % 250).orElseThrow(),
              Optional.of(machine),
              Map.of(
                  i < 19_000 ? Protocol.UDP : Protocol.TCP,
                  i == 19_500 ? Strength.CERTAIN : Strength.POSSIBLE),
              i % 2 == 0 ? HoldReason.WOULD_STRAND_EGRESS : HoldReason.MASS_REMOVAL,
              NOW.minusSeconds(i == 19_700 ? 900 : 60),
              NOW,
              Optional.empty()));
    }
    byte[] bytes = LedgerCodec.write(Ledger.EMPTY.toBuilder().holds(holds).build());
    assertTrue(bytes.length <= LedgerCodec.MAX_BYTES && bytes.length > 900_000, "it is full");
    Ledger read = LedgerCodec.read(bytes, NOW).ledger();
    int listed = read.holds().size();
    assertEquals(holds.subList(0, listed), read.holds(), "also those held by the brake");
    Ledger.Unlisted together =
        new Ledger.Unlisted(
            Map.of(Protocol.TCP, Strength.CERTAIN, Protocol.UDP, Strength.POSSIBLE),
            NOW.minusSeconds(900));
    assertEquals(Optional.of(together), read.unlisted(), "the most of each, since the oldest");
    Ledger shorter = read.toBuilder().holds(holds.subList(0, 10)).build();
    assertEquals(shorter, LedgerCodec.read(LedgerCodec.write(shorter), NOW).ledger());
    Ledger again =
        shorter.toBuilder()
            .holds(Collections.nCopies(9_000, holds.get(1)))
            .unlisted(Optional.of(new Ledger.Unlisted(together.strength(), NOW)))
            .build();
    assertEquals(
        Optional.of(new Ledger.Unlisted(together.strength(), NOW.minusSeconds(60))),
        LedgerCodec.read(LedgerCodec.write(again), NOW).ledger().unlisted(),
        "what was known before is kept");
  }

  @Test
  void noHoldThatRemembersAWayOutIsLostWhileAnythingElseIsLeft() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 6));
    List<Ledger.Hold> egress =
        Stream.generate(documents::hold).filter(Ledger.Hold::remembersEgress).limit(400).toList();
    int size = LedgerCodec.write(Ledger.EMPTY.toBuilder().holds(egress).build()).length;
    List<Ledger.Hold> full = new ArrayList<>();
    for (int i = 0; i < (LedgerCodec.MAX_BYTES - 20_000L) / size; i++) {
      full.addAll(egress);
    }
    List<Ledger.Rejected> rejected = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rejected.add(new Ledger.Rejected("pool-" + i, "0".repeat(64), "etag", "PoolFull"));
    }
    Ledger ledger =
        withHistory(Stream.generate(documents::history).limit(50).toList()).toBuilder()
            .holds(full)
            .rejected(rejected)
            .build();
    byte[] bytes = LedgerCodec.write(ledger);
    assertTrue(bytes.length <= LedgerCodec.MAX_BYTES && bytes.length > 900_000, "it is full");
    Ledger read = LedgerCodec.read(bytes, NOW).ledger();
    assertEquals(full.size(), read.holds().size(), "strength and machine of every one");
    assertEquals(List.of(), read.rejected());
  }

  @Test
  void openRemovalsGoLastToo() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 8));
    List<Ledger.Hold> open = Stream.generate(documents::hold).limit(1_500).toList();
    Ledger ledger =
        withHistory(Stream.generate(documents::history).limit(50).toList()).toBuilder()
            .removing(open)
            .rejected(
                Stream.generate(() -> new Ledger.Rejected("p".repeat(400), "d", "e", "c"))
                    .limit(2_000)
                    .toList())
            .build();
    byte[] bytes = LedgerCodec.write(ledger);
    assertTrue(bytes.length <= LedgerCodec.MAX_BYTES);
    assertEquals(open.size(), LedgerCodec.read(bytes, NOW).ledger().removing().size());
    Ledger only = Ledger.EMPTY.toBuilder().removing(twice(twice(twice(open)))).build();
    byte[] fitting = LedgerCodec.write(only);
    assertTrue(fitting.length <= LedgerCodec.MAX_BYTES, "bounded all the same");
    assertTrue(LedgerCodec.read(fitting, NOW).ledger().removing().size() > 500);
  }

  private static List<Ledger.Hold> twice(List<Ledger.Hold> holds) {
    return Stream.concat(holds.stream(), holds.stream()).toList();
  }

  private static Ledger withHistory(List<Ledger.HistoryEntry> history) {
    Ledger e = Ledger.EMPTY;
    return new Ledger(
        e.loadBalancer(),
        e.cluster(),
        e.startedAt(),
        e.finishedAt(),
        e.coveredThrough(),
        e.outcome(),
        e.notBefore(),
        e.divergedSince(),
        e.modeSince(),
        e.mapping(),
        e.holds(),
        e.brake(),
        e.rejected(),
        e.restores(),
        e.askAgain(),
        history);
  }

  private static Decoded read(String content) {
    return LedgerCodec.read(content.getBytes(StandardCharsets.UTF_8), NOW);
  }

  private static void assertBad(String content, Kind kind, String problem) {
    Decoded read = read(content);
    assertEquals(kind, read.kind());
    assertEquals(Ledger.EMPTY, read.ledger());
    assertTrue(read.problem().orElseThrow().contains(problem), read.problem().get());
  }
}
