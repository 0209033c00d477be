package io.poolkeeper.egress;

import static io.poolkeeper.egress.Profiles.set;
import static io.poolkeeper.model.Strength.CERTAIN;
import static io.poolkeeper.model.Strength.NONE;
import static io.poolkeeper.model.Strength.POSSIBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Protocol;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoverTest {

  private static boolean isConstrained(Works works, Profiles profiles) {
    return works.mover(profiles.build()).isConstrained();
  }

  private static Works moveFromAToB() {
    return new Works().leaves("a").joins("b");
  }

  @Test
  void stepsSayWhatChangesWhere() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).out("b", POSSIBLE).build();
    Works works = new Works().joins("b").leaves("unknown").leaves("a");
    Mover mover = works.mover(profile);
    assertEquals(List.of(new Mover.Step(0, 1, true), new Mover.Step(2, 0, false)), mover.steps());
    assertEquals(set(0), mover.before());
    assertEquals(Profiles.FOUR, mover.address());
    assertEquals("b", mover.pool(mover.steps().get(0)).key());
  }

  @Test
  void nothingConstrainsWhatIsSettledOrNotJudged() {
    assertFalse(new Works().leaves("a").mover(Profiles.settled()).isConstrained());
    assertFalse(isConstrained(moveFromAToB(), new Profiles(0, Protocol.TCP).in("a").out("b")));
  }

  @Test
  void aMoveBetweenPoolsWithSnatIsConstrained() {
    assertTrue(isConstrained(moveFromAToB(), Profiles.tcp().in("a", POSSIBLE).out("b", POSSIBLE)));
    assertFalse(isConstrained(moveFromAToB(), Profiles.tcp().in("a", NONE).out("b", POSSIBLE)));
    assertTrue(
        isConstrained(
            moveFromAToB(), Profiles.both().in("a", NONE, POSSIBLE).out("b", NONE, POSSIBLE)));
    assertTrue(
        isConstrained(
            moveFromAToB(),
            new Profiles(2, Protocol.TCP).in("a", NONE, POSSIBLE).out("b", NONE, POSSIBLE)));
  }

  @Test
  void aWayOutThatStaysLiftsTheConstraint() {
    assertFalse(
        isConstrained(
            moveFromAToB(), Profiles.tcp().base(POSSIBLE).in("a", POSSIBLE).out("b", POSSIBLE)));
    assertTrue(
        isConstrained(
            moveFromAToB(), Profiles.tcp().base(POSSIBLE).in("a", CERTAIN).out("b", CERTAIN)));
    assertFalse(
        isConstrained(
            moveFromAToB(),
            Profiles.tcp().in("a", POSSIBLE).out("b", POSSIBLE).in("stays", POSSIBLE)));
    assertFalse(
        isConstrained(
            moveFromAToB(),
            Profiles.tcp().in("stays", POSSIBLE).in("a", POSSIBLE).out("b", POSSIBLE)));
    assertTrue(
        isConstrained(
            moveFromAToB(),
            Profiles.tcp()
                .in("a", POSSIBLE)
                .out("b", POSSIBLE)
                .pool("foreign", true, false, false, POSSIBLE)));
  }

  @Test
  void defaultAccessThatMayBeBlockedOnTheWayConstrains() {
    Works joins = new Works().joins("a").joins("b");
    assertTrue(isConstrained(joins, Profiles.tcp().access(true).out("a", POSSIBLE).out("b", NONE)));
    assertFalse(isConstrained(joins, Profiles.tcp().access(true).out("a", NONE).out("b", NONE)));
    assertFalse(isConstrained(joins, Profiles.tcp().out("a", POSSIBLE).out("b", NONE)));
  }

  /** In which order two works are written, the first one being preferred. */
  private static List<List<Integer>> order(Works works, Profiles profiles) {
    Dependencies dependencies = new Dependencies(works.list().size());
    works.mover(profiles.build()).dependencies(dependencies);
    return dependencies.inOrder();
  }

  private static final List<List<Integer>> AS_PREFERRED = List.of(List.of(0), List.of(1));
  private static final List<List<Integer>> TURNED = List.of(List.of(1), List.of(0));

  @Test
  void joiningHelpsBeforeLeavingWhatGivesTheSame() {
    assertEquals(TURNED, order(moveFromAToB(), Profiles.tcp().in("a", POSSIBLE).out("b", CERTAIN)));
    assertEquals(
        TURNED,
        order(moveFromAToB(), Profiles.both().in("a", NONE, POSSIBLE).out("b", NONE, POSSIBLE)));
    assertEquals(
        AS_PREFERRED,
        order(moveFromAToB(), Profiles.both().in("a", POSSIBLE, NONE).out("b", NONE, POSSIBLE)));
    assertEquals(
        AS_PREFERRED, order(moveFromAToB(), Profiles.tcp().in("a", NONE).out("b", POSSIBLE)));
    assertEquals(
        AS_PREFERRED, order(moveFromAToB(), Profiles.tcp().in("a", POSSIBLE).out("b", NONE)));
    assertEquals(
        TURNED,
        order(
            moveFromAToB(),
            new Profiles(2, Protocol.TCP).in("a", NONE, POSSIBLE).out("b", POSSIBLE, NONE)));
  }

  @Test
  void withDefaultAccessTheOneThatGivesMoreIsJoinedFirstAndLeftLast() {
    Works joins = new Works().joins("a").joins("b");
    Works leaves = new Works().leaves("a").leaves("b");
    assertEquals(
        TURNED, order(joins, Profiles.tcp().access(true).out("a", NONE).out("b", POSSIBLE)));
    assertEquals(
        AS_PREFERRED,
        order(joins, Profiles.tcp().access(true).out("a", POSSIBLE).out("b", POSSIBLE)));
    assertEquals(AS_PREFERRED, order(joins, Profiles.tcp().out("a", NONE).out("b", POSSIBLE)));
    assertEquals(
        AS_PREFERRED,
        order(joins, Profiles.tcp().access(true).blocked(true).out("a", NONE).out("b", POSSIBLE)));
    assertEquals(
        TURNED, order(leaves, Profiles.tcp().access(true).in("a", POSSIBLE).in("b", NONE)));
    assertEquals(
        AS_PREFERRED, order(leaves, Profiles.tcp().access(true).in("a", NONE).in("b", POSSIBLE)));
    assertEquals(AS_PREFERRED, order(leaves, Profiles.tcp().in("a", POSSIBLE).in("b", NONE)));
    assertEquals(
        List.of(List.of(0, 1)),
        order(leaves, Profiles.both().access(true).in("a", POSSIBLE, NONE).in("b", NONE, POSSIBLE)),
        "each gives something that the other does not");
    assertEquals(
        AS_PREFERRED,
        order(moveFromAToB(), Profiles.tcp().access(true).in("a", NONE).out("b", POSSIBLE)),
        "leaving what gives nothing waits for no addition");
  }

  @Test
  void accessUnderAnyAnswerCounts() {
    Profiles second = new Profiles(2, Protocol.TCP).access(false, true);
    assertEquals(
        TURNED,
        order(
            new Works().joins("a").joins("b"),
            second.out("a", NONE, NONE).out("b", POSSIBLE, POSSIBLE)));
  }

  @Test
  void protocolsOfAPoolAreCounted() {
    Works works = new Works().leaves("a").leaves("b").leaves("c");
    Mover mover =
        works.mover(
            Profiles.both()
                .in("a", NONE, NONE)
                .in("b", NONE, POSSIBLE)
                .in("c", POSSIBLE, CERTAIN)
                .build());
    assertEquals(List.of(0, 1, 2), mover.steps().stream().map(mover::protocolsOf).toList());
  }

  @Test
  void theFloorIsTheWeakerOfBeforeAndAfter() {
    Mover mover = new Works().joins("a").mover(Profiles.tcp().access(true).out("a", NONE).build());
    assertTrue(mover.isSafe(set(0)), "an addition may weaken it");
    Mover gains = new Works().joins("a").mover(Profiles.tcp().out("a", POSSIBLE).build());
    assertTrue(gains.isSafe(set()));
  }
}
