package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A profile made by hand or at random: what an address's pools give under each answer. */
final class Profiles {
  static final Address FOUR = Address.of("10.0.0.4");

  private final int answers;
  private final List<Protocol> protocols;
  private final Strength[][] base;
  private final boolean[] blocked;
  private final boolean[] access;
  private final List<Profile.OwnPool> pools = new ArrayList<>();
  private Address address = FOUR;
  private List<String> doubts = List.of();

  Profiles(int answers, Protocol... protocols) {
    this.answers = answers;
    this.protocols = List.of(protocols);
    this.base = new Strength[answers][protocols.length];
    Arrays.stream(base).forEach(row -> Arrays.fill(row, Strength.NONE));
    this.blocked = new boolean[answers];
    this.access = new boolean[answers];
  }

  static Profiles tcp() {
    return new Profiles(1, Protocol.TCP);
  }

  static Profiles both() {
    return new Profiles(1, Protocol.TCP, Protocol.UDP);
  }

  Profiles of(Address other) {
    address = other;
    return this;
  }

  Profiles doubts(String... lines) {
    doubts = List.of(lines);
    return this;
  }

  /** By other memberships, under every answer. */
  Profiles base(Strength... byProtocol) {
    Arrays.fill(base, byProtocol);
    return this;
  }

  Profiles blocked(boolean... byAnswer) {
    System.arraycopy(byAnswer, 0, blocked, 0, answers);
    return this;
  }

  Profiles access(boolean... byAnswer) {
    System.arraycopy(byAnswer, 0, access, 0, answers);
    return this;
  }

  /** A pool that it is in; what it gives by answer, then by protocol. */
  Profiles in(String key, Strength... gives) {
    return pool(key, true, true, false, gives);
  }

  /** A pool that it is not in. */
  Profiles out(String key, Strength... gives) {
    return pool(key, false, true, false, gives);
  }

  Profiles pool(String key, boolean before, boolean member, boolean outbound, Strength... gives) {
    Strength[][] byAnswer = new Strength[answers][];
    for (int answer = 0; answer < answers; answer++) {
      int from = answer * protocols.size();
      byAnswer[answer] = Arrays.copyOfRange(gives, from, from + protocols.size());
    }
    Pool none = null;
    pools.add(
        new Profile.OwnPool(key, none, before, member, outbound, byAnswer, () -> "pool " + key));
    return this;
  }

  Profile build() {
    return new Profile(
        address,
        Optional.empty(),
        doubts,
        List.of(),
        protocols,
        answers,
        base,
        blocked,
        access,
        List.copyOf(pools),
        List.of());
  }

  static Profile settled() {
    return new Profile(
        FOUR,
        Optional.of("a gateway"),
        List.of(),
        List.of(),
        List.of(Protocol.TCP),
        0,
        new Strength[0][],
        new boolean[0],
        new boolean[0],
        List.of(),
        List.of());
  }

  /** Up to five pools, up to three answers, one or two protocols; some with default access. */
  static Profile random(Random random) {
    int answers = 1 + (random.nextInt(3) == 0 ? random.nextInt(3) : 0);
    Profiles profiles =
        random.nextBoolean()
            ? new Profiles(answers, Protocol.TCP)
            : new Profiles(answers, Protocol.TCP, Protocol.UDP);
    boolean access = random.nextBoolean();
    for (int answer = 0; answer < answers; answer++) {
      profiles.access[answer] = access && random.nextInt(4) > 0;
      profiles.blocked[answer] = random.nextInt(5) == 0;
      if (random.nextInt(3) == 0) {
        Arrays.setAll(profiles.base[answer], p -> strength(random));
        profiles.blocked[answer] = true;
      }
    }
    int pools = 1 + random.nextInt(5);
    for (int i = 0; i < pools; i++) {
      Strength[] gives = new Strength[answers * profiles.protocols.size()];
      boolean nothing = random.nextInt(4) == 0;
      Arrays.setAll(gives, g -> nothing ? Strength.NONE : strength(random));
      boolean before = random.nextInt(3) > 0;
      boolean member = before || random.nextInt(4) > 0;
      profiles.pool("p" + (9 - i), before, member, random.nextInt(3) == 0, gives);
    }
    return profiles.build();
  }

  private static Strength strength(Random random) {
    return Strength.values()[Math.max(0, random.nextInt(4) - 1)];
  }

  static BitSet set(int... positions) {
    BitSet set = new BitSet();
    Arrays.stream(positions).forEach(set::set);
    return set;
  }
}
