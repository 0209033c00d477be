package io.poolkeeper.egress;

import static io.poolkeeper.egress.Profiles.set;
import static io.poolkeeper.model.Strength.CERTAIN;
import static io.poolkeeper.model.Strength.NONE;
import static io.poolkeeper.model.Strength.POSSIBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HoldChoiceTest {
  private static final BitSet NO_ADDITIONS = new BitSet();

  @Test
  void theOnlyWayOutIsHeld() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).in("b", NONE).build();
    assertEquals(set(0), HoldChoice.of(profile, NO_ADDITIONS, set(0, 1)));
    assertEquals(set(), HoldChoice.of(profile, NO_ADDITIONS, set(1)));
    assertEquals(set(), HoldChoice.of(profile, NO_ADDITIONS, set()));
  }

  @Test
  void whatIsJoinedCounts() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).out("b", POSSIBLE).build();
    assertEquals(set(), HoldChoice.of(profile, set(1), set(0)));
    Profile weaker = Profiles.tcp().in("a", CERTAIN).out("b", POSSIBLE).build();
    assertEquals(set(0), HoldChoice.of(weaker, set(1), set(0)));
  }

  @Test
  void ofEqualPoolsOneThatAnOutboundRuleNamesThenTheFirstByName() {
    Profile byName = Profiles.tcp().in("b", POSSIBLE).in("a", POSSIBLE).build();
    assertEquals(set(1), HoldChoice.of(byName, NO_ADDITIONS, set(0, 1)));
    Profile byRule =
        Profiles.tcp()
            .in("a", POSSIBLE)
            .pool("b", true, true, true, POSSIBLE)
            .pool("c", true, true, true, POSSIBLE)
            .build();
    assertEquals(set(1), HoldChoice.of(byRule, NO_ADDITIONS, set(0, 1, 2)));
  }

  @Test
  void aSettledAddressHoldsNothingAndOneWithTooManyAnswersEverything() {
    assertEquals(set(), HoldChoice.of(Profiles.settled(), NO_ADDITIONS, set(0)));
    Profile tooMany = new Profiles(0, Protocol.TCP).in("a").in("b").build();
    BitSet removals = set(0, 1);
    BitSet held = HoldChoice.of(tooMany, NO_ADDITIONS, removals);
    assertEquals(removals, held);
    held.clear();
    assertEquals(set(0, 1), removals, "a copy");
    assertTrue(HoldChoice.isInDoubt(tooMany, NO_ADDITIONS, removals, removals, 0));
  }

  @Test
  void defaultAccessBeginsOnlyWithTheLastRemoval() {
    Profile split =
        Profiles.both().access(true).in("t", POSSIBLE, NONE).in("u", NONE, POSSIBLE).build();
    assertEquals(set(0, 1), HoldChoice.of(split, NO_ADDITIONS, set(0, 1)));
    Profile whole =
        Profiles.both().access(true).in("t", POSSIBLE, NONE).in("w", POSSIBLE, POSSIBLE).build();
    assertEquals(set(), HoldChoice.of(whole, NO_ADDITIONS, set(0, 1)));
  }

  @Test
  void whereDefaultAccessIsBlockedItIsNoWayOut() {
    Profile profile = Profiles.tcp().access(true).blocked(true).in("a", POSSIBLE).build();
    assertEquals(set(0), HoldChoice.of(profile, NO_ADDITIONS, set(0)));
  }

  @Test
  void aPoolOfAnotherNetworkNeitherEndsDefaultAccessNorHelps() {
    Profile joins =
        Profiles.tcp().access(true).in("a", POSSIBLE).pool("x", false, false, false, NONE).build();
    assertEquals(set(), HoldChoice.of(joins, set(1), set(0)));
    Profile gives =
        Profiles.tcp().in("a", POSSIBLE).pool("x", false, false, false, POSSIBLE).build();
    assertEquals(set(0), HoldChoice.of(gives, set(1), set(0)));
  }

  @Test
  void besideAPoolOfAnotherNetworkDefaultAccessStillBeginsWithTheLastRemoval() {
    Profile profile =
        Profiles.both()
            .access(true)
            .in("t", POSSIBLE, NONE)
            .in("u", NONE, POSSIBLE)
            .pool("x", false, false, false, NONE, NONE)
            .build();
    assertEquals(set(0, 1), HoldChoice.of(profile, set(2), set(0, 1)));
  }

  @Test
  void takingOutAnEntryOfAnotherNetworkCostsNothing() {
    Profile profile = Profiles.tcp().access(true).out("a", POSSIBLE).build();
    assertEquals(set(), HoldChoice.of(profile, NO_ADDITIONS, set(0)));
  }

  @Test
  void whatIsHeldForTheOrderAloneIsInNoDoubt() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).in("b", POSSIBLE).build();
    assertFalse(HoldChoice.isInDoubt(profile, NO_ADDITIONS, set(0, 1), set(0, 1), 0));
  }

  @Test
  void anEntryOfAnotherNetworkIsNotHeldInPlaceOfAMembership() {
    Profile profile =
        Profiles.tcp().pool("a", false, true, false, POSSIBLE).in("b", POSSIBLE).build();
    assertEquals(set(1), HoldChoice.of(profile, NO_ADDITIONS, set(0, 1)));
  }

  /** Pools of this many kinds, the last of which is enough alone, and a double of the first. */
  private static Profile kinds(int count) {
    Profiles profiles = new Profiles(4, Protocol.TCP).access(true, true, true, true);
    for (int i = 0; i < count; i++) {
      int kind = i + 1;
      boolean last = i == count - 1;
      profiles.in(
          String.format("p%02d", i),
          last ? CERTAIN : digit(kind, 0),
          last ? CERTAIN : digit(kind, 1),
          last ? CERTAIN : digit(kind, 2),
          last ? CERTAIN : NONE);
    }
    return profiles.in("q", digit(1, 0), digit(1, 1), digit(1, 2), NONE).build();
  }

  private static Strength digit(int number, int place) {
    return Strength.values()[number / (int) Math.pow(3, place) % 3];
  }

  @Test
  void setsOfUpToSixteenKindsAreTriedAndOfMoreAllKindsAreHeld() {
    BitSet sixteen = new BitSet();
    sixteen.set(0, 17);
    assertEquals(set(15), HoldChoice.of(kinds(16), NO_ADDITIONS, sixteen));
    BitSet seventeen = new BitSet();
    seventeen.set(0, 18);
    BitSet allKinds = new BitSet();
    allKinds.set(0, 17);
    assertEquals(allKinds, HoldChoice.of(kinds(17), NO_ADDITIONS, seventeen));
  }

  @Test
  void aHoldIsInDoubtIfSomeAnswerWouldAllowTheRemoval() {
    Profile sure = Profiles.tcp().in("a", POSSIBLE).build();
    assertFalse(HoldChoice.isInDoubt(sure, NO_ADDITIONS, set(0), set(0), 0));
    Profile unsure = new Profiles(2, Protocol.TCP).in("a", NONE, POSSIBLE).build();
    assertTrue(HoldChoice.isInDoubt(unsure, NO_ADDITIONS, set(0), set(0), 0));
    Profile always = new Profiles(2, Protocol.TCP).in("a", POSSIBLE, CERTAIN).build();
    assertFalse(HoldChoice.isInDoubt(always, NO_ADDITIONS, set(0), set(0), 0));
    Profile doubted = Profiles.tcp().doubts("a gateway").in("a", POSSIBLE).build();
    assertTrue(HoldChoice.isInDoubt(doubted, NO_ADDITIONS, set(0), set(0), 0));
  }

  @Test
  void theOtherHoldsAreKeptWhenOneIsDoubted() {
    Profile profile =
        Profiles.both().access(true).in("t", POSSIBLE, NONE).in("u", NONE, POSSIBLE).build();
    assertFalse(HoldChoice.isInDoubt(profile, NO_ADDITIONS, set(0, 1), set(0, 1), 0));
    Profile two =
        new Profiles(2, Protocol.TCP).in("a", NONE, POSSIBLE).in("b", POSSIBLE, NONE).build();
    assertTrue(HoldChoice.isInDoubt(two, NO_ADDITIONS, set(0, 1), set(0, 1), 0));
  }

  @Test
  void holdsAreThoseThatTryingEverySetFinds() {
    Random random = new Random(4_711);
    int[] held = new int[6];
    for (int i = 0; i < 4_000; i++) {
      Profile profile = Profiles.random(random);
      BitSet additions = new BitSet();
      BitSet removals = new BitSet();
      for (int p = 0; p < profile.pools().size(); p++) {
        (profile.pools().get(p).before() ? removals : additions).set(p, random.nextInt(4) > 0);
      }
      BitSet expected = tried(profile, additions, removals);
      assertEquals(expected, HoldChoice.of(profile, additions, removals), i + ": " + profile);
      held[expected.cardinality()]++;
    }
    assertTrue(held[0] > 500 && held[1] > 500 && held[2] > 20 && held[3] > 0, "of every size");
  }

  private static BitSet tried(Profile profile, BitSet additions, BitSet removals) {
    List<Integer> preferred = new ArrayList<>(removals.stream().boxed().toList());
    preferred.sort(
        Comparator.comparing((Integer i) -> profile.pools().get(i).outbound() ? 0 : 1)
            .thenComparing(i -> profile.pools().get(i).key()));
    BitSet joined = new BitSet();
    for (int i = 0; i < profile.pools().size(); i++) {
      joined.set(i, profile.pools().get(i).before() || additions.get(i));
    }
    List<List<Integer>> sets = new ArrayList<>();
    for (int bits = 0; bits < 1 << preferred.size(); bits++) {
      List<Integer> places = new ArrayList<>();
      for (int place = 0; place < preferred.size(); place++) {
        if ((bits >> place & 1) == 1) {
          places.add(place);
        }
      }
      sets.add(places);
    }
    sets.sort(
        Comparator.comparing((List<Integer> places) -> places.size())
            .thenComparing(Object::toString));
    for (List<Integer> places : sets) {
      BitSet leaving = (BitSet) removals.clone();
      places.forEach(place -> leaving.clear(preferred.get(place)));
      if (canLeave(profile, joined, leaving)) {
        BitSet held = (BitSet) removals.clone();
        held.andNot(leaving);
        return held;
      }
    }
    throw new AssertionError("holding everything is always possible");
  }

  /** Whether there is an order of these removals that never falls short of before and joined. */
  private static boolean canLeave(Profile profile, BitSet state, BitSet leaving) {
    if (leaving.isEmpty()) {
      return true;
    }
    return leaving.stream()
        .anyMatch(
            i -> {
              BitSet next = (BitSet) state.clone();
              next.clear(i);
              BitSet rest = (BitSet) leaving.clone();
              rest.clear(i);
              return isStrongEnough(profile, next) && canLeave(profile, next, rest);
            });
  }

  private static boolean isStrongEnough(Profile profile, BitSet state) {
    BitSet before = new BitSet();
    for (int i = 0; i < profile.pools().size(); i++) {
      before.set(i, profile.pools().get(i).before());
    }
    for (int answer = 0; answer < profile.answers(); answer++) {
      for (int p = 0; p < profile.protocols().size(); p++) {
        if (strength(profile, state, answer, p).ordinal()
            < strength(profile, before, answer, p).ordinal()) {
          return false;
        }
      }
    }
    return true;
  }

  private static Strength strength(Profile profile, BitSet state, int answer, int p) {
    int best = profile.base()[answer][p].ordinal();
    boolean inAny = profile.blocked()[answer];
    for (int i = 0; i < profile.pools().size(); i++) {
      if (state.get(i) && profile.pools().get(i).member()) {
        inAny = true;
        best = Math.max(best, profile.pools().get(i).gives()[answer][p].ordinal());
      }
    }
    return inAny || !profile.defaultAccess()[answer] ? Strength.values()[best] : POSSIBLE;
  }
}
