package io.poolkeeper.egress;

import static io.poolkeeper.egress.Profiles.set;
import static io.poolkeeper.model.Strength.CERTAIN;
import static io.poolkeeper.model.Strength.NONE;
import static io.poolkeeper.model.Strength.POSSIBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class EvidenceTest {

  private static String ofHold(Profile profile, boolean inDoubt) {
    Strength[][] floor = profile.floor(profile.before(), profile.before());
    return Evidence.ofHold(profile, 0, set(1), floor, inDoubt);
  }

  @Test
  void aHoldSaysWhatWouldBeLeft() {
    assertEquals(
        "only way out is pool a",
        ofHold(Profiles.tcp().in("a", POSSIBLE).in("b", NONE).build(), false));
    assertEquals(
        "a certain way out is pool a, what is left is only possible",
        ofHold(Profiles.tcp().in("a", CERTAIN).in("b", POSSIBLE).build(), false));
    assertEquals(
        "only way out is pool a",
        ofHold(Profiles.both().in("a", CERTAIN, CERTAIN).in("b", POSSIBLE, NONE).build(), false));
    assertEquals(
        "no order of removals keeps a way out at every step; last is pool a",
        ofHold(Profiles.tcp().in("a", POSSIBLE).in("b", POSSIBLE).build(), false));
  }

  @Test
  void aHoldInDoubtNamesTheDoubts() {
    assertEquals(
        "a gateway; a route table",
        ofHold(
            Profiles.tcp().doubts("a gateway", "a route table").in("a", POSSIBLE).build(), true));
    assertEquals(
        "it depends on things that could not be read",
        ofHold(Profiles.tcp().in("a", POSSIBLE).build(), true));
  }

  @Test
  void aRemovalNamesOnlyWhatIsLeftAndGivesSomething() {
    assertEquals("a gateway", Evidence.ofRemoval(Profiles.settled(), set()));
    Profile profile =
        Profiles.both()
            .in("c", NONE, POSSIBLE)
            .in("b", NONE, NONE)
            .pool("foreign", false, false, false, POSSIBLE, POSSIBLE)
            .in("a", POSSIBLE, NONE)
            .in("d", POSSIBLE, POSSIBLE)
            .build();
    assertEquals("still in pool a, pool c", Evidence.ofRemoval(profile, set(0, 1, 2, 3)));
    assertEquals("the pool was no way out for it", Evidence.ofRemoval(profile, set(1, 2)));
  }

  @Test
  void defaultAccessIsNamedWhereNoMembershipEndsIt() {
    Profiles profiles = Profiles.tcp().access(true).in("a", POSSIBLE);
    Profile profile = profiles.pool("foreign", false, false, false, POSSIBLE).build();
    assertEquals("default outbound access is assumed", Evidence.ofRemoval(profile, set()));
    assertEquals("default outbound access is assumed", Evidence.ofRemoval(profile, set(1)));
    assertEquals("still in pool a", Evidence.ofRemoval(profile, set(0)));
  }

  @Test
  void whatWouldBeLostIsTheHighestPossible() {
    Profile profile =
        new Profiles(2, Protocol.TCP, Protocol.UDP).in("a", POSSIBLE, NONE, CERTAIN, NONE).build();
    Strength[][] floor = profile.floor(profile.before(), profile.before());
    assertEquals(Map.of(Protocol.TCP, CERTAIN), Evidence.lost(profile, set(), floor));
    assertEquals(
        Map.of(Protocol.TCP, CERTAIN),
        Evidence.lost(profile, set(0), floor),
        "held for want of a safe order: what it has is remembered");
  }

  @Test
  void eachHoldIsWeighedWithTheOthersKept() {
    Profile profile =
        Profiles.both().access(true).in("t", POSSIBLE, NONE).in("u", NONE, POSSIBLE).build();
    SortedMap<String, Guard.Decision> decisions =
        Guard.withoutMemory(Map.of(Profiles.FOUR, profile))
            .decide(Profiles.FOUR, Set.of(), Set.of("t", "u"), false);
    assertEquals(Map.of(Protocol.TCP, POSSIBLE), decisions.get("t").lost());
    assertEquals(Map.of(Protocol.UDP, POSSIBLE), decisions.get("u").lost());
    assertEquals("only way out is pool u", decisions.get("u").evidence());
  }

  @Test
  void whatStaysBesideAHoldIsNamed() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).in("b", POSSIBLE).out("c", NONE).build();
    SortedMap<String, Guard.Decision> decisions =
        Guard.withoutMemory(Map.of(Profiles.FOUR, profile))
            .decide(Profiles.FOUR, Set.of("c"), Set.of("a", "b"), false);
    assertEquals(true, decisions.get("a").held());
    assertEquals(false, decisions.get("b").held());
    assertEquals("still in pool a", decisions.get("b").evidence());
  }

  @Test
  void onlyAddressesThatSeveralWorksChangeHaveAnOrder() {
    Profile profile = Profiles.tcp().in("a", POSSIBLE).out("b", POSSIBLE).build();
    Guard guard = Guard.withoutMemory(Map.of(Profiles.FOUR, profile));
    assertEquals(List.of(), guard.movers(new Works().leaves("a").list()));
    assertEquals(1, guard.movers(new Works().leaves("a").joins("b").list()).size());
    assertEquals(
        List.of(), Guard.withoutMemory(Map.of()).movers(new Works().leaves("a").joins("b").list()));
  }
}
