package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.simulation.Balancer.SimPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The network as it really is, and the second implementation of egress: written from the design
 * alone, over plain fields, with nothing of the product.
 */
final class Truth {
  private static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg";
  static final ArmId RESOURCE_GROUP = ArmId.of(GROUP);
  static final String PROVIDER = GROUP + "/providers/Microsoft.Network/";
  static final ArmId NETWORK = ArmId.of(PROVIDER + "virtualNetworks/vnet");
  static final ArmId PIP = ArmId.of(PROVIDER + "publicIPAddresses/pip");
  static final int NONE = 0;
  static final int POSSIBLE = 1;
  static final int CERTAIN = 2;

  /** Longer than any read may lag behind. */
  private static final long REMEMBERED = 5_000;

  /** How etags behave, and whether If-Match counts. */
  enum Etags {
    SHARED,
    OWN,
    IGNORED
  }

  /** What one moment looked like to a reader. */
  record Shown(long until, SortedMap<ArmId, LoadBalancer> balancers, NetworkFacts facts) {}

  final SortedMap<ArmId, Balancer> balancers = new TreeMap<>();
  final List<Machine> machines = new ArrayList<>();
  final boolean[] natGateway = new boolean[2];
  final boolean assumeDefault;
  final Etags etags;
  private final Timeline time;
  private final Deque<Shown> past = new ArrayDeque<>();
  private NetworkFacts facts;
  private Runnable before = () -> {};
  private int version;

  Truth(Timeline time, Etags etags, boolean assumeDefault) {
    this.time = time;
    this.etags = etags;
    this.assumeDefault = assumeDefault;
  }

  static ArmId id(String balancer) {
    return ArmId.of(PROVIDER + "loadBalancers/" + balancer);
  }

  Machine machine(String address) {
    return machines.stream().filter(m -> m.address.equals(address)).findFirst().orElse(null);
  }

  /** How strong a machine's way out is. */
  int strength(String address) {
    Machine machine = machine(address);
    if (natGateway[machine.subnet] || (machine.there && machine.publicAddress)) {
      return CERTAIN;
    }
    boolean member = false;
    for (Balancer balancer : balancers.values()) {
      for (SimPool pool : balancer.pools.values()) {
        if (pool.members.containsKey(address)) {
          member = true;
          if (pool.gives()) {
            return POSSIBLE;
          }
        }
      }
    }
    return assumeDefault && !member ? POSSIBLE : NONE;
  }

  /** What it would be without this membership. */
  int strengthWithout(String address, SimPool pool) {
    JsonNode entry = pool.members.remove(address);
    int strength = strength(address);
    if (entry != null) {
      pool.members.put(address, entry);
    }
    return strength;
  }

  Map<String, Integer> strengths(Collection<String> addresses) {
    Map<String, Integer> strengths = new HashMap<>();
    addresses.forEach(address -> strengths.put(address, strength(address)));
    return strengths;
  }

  /** Who looks at everything right before it changes. */
  void before(Runnable action) {
    before = action;
  }

  /** To be called before anything that ARM shows is changed. */
  void changing() {
    before.run();
    past.addLast(new Shown(time.now(), models(), facts()));
    while (past.getFirst().until() < time.now() - REMEMBERED) {
      past.removeFirst();
    }
  }

  /** To be called after the network around the load balancers was changed. */
  void networkChanged() {
    facts = null;
  }

  /** To be called after a load balancer was changed. */
  void changed(Balancer balancer, SimPool written) {
    balancer.etag = "W/\"" + ++version + "\"";
    for (SimPool pool : balancer.pools.values()) {
      boolean moves = etags != Etags.OWN || pool == written || pool.etag.isEmpty();
      pool.etag = moves ? balancer.etag : pool.etag;
    }
    balancer.changed();
  }

  String newestEtag(io.poolkeeper.model.Pool pool) {
    return balancers.get(pool.id().root()).pools.get(pool.name()).etag;
  }

  boolean isBusy(Balancer balancer) {
    return time.now() < balancer.busyUntil;
  }

  NetworkFacts facts() {
    if (facts == null) {
      facts = NetworkFacts.of(this);
    }
    return facts;
  }

  private SortedMap<ArmId, LoadBalancer> models() {
    SortedMap<ArmId, LoadBalancer> models = new TreeMap<>();
    balancers.values().forEach(b -> models.put(b.id, b.model(isBusy(b))));
    return models;
  }

  Shown now() {
    return new Shown(time.now(), models(), facts());
  }

  /** As it was so many milliseconds ago. */
  Shown ago(long millis) {
    long then = time.now() - millis;
    for (Shown shown : past) {
      if (shown.until() > then) {
        return shown;
      }
    }
    return now();
  }

  /** Somebody else sets a pool's members. */
  void members(Balancer balancer, SimPool pool, Set<String> members) {
    changing();
    pool.members.keySet().retainAll(members);
    for (String address : members) {
      pool.members.computeIfAbsent(
          address, a -> Balancer.entry("foreign-" + a.replace('.', '-'), a));
    }
    changed(balancer, pool);
  }
}
