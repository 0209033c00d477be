package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.ArmId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Publishes the mapping of one cluster, good ones and bad ones, and remembers what was visible. */
final class Publisher {
  /**
   * One mapping document.
   *
   * @param wanted by load balancer and pool: who belongs in it
   * @param listed addresses of all nodes
   */
  record Version(
      long epoch,
      long revision,
      String text,
      Map<ArmId, SortedMap<String, SortedSet<String>>> wanted,
      Set<String> listed) {
    boolean isBefore(long otherEpoch, long otherRevision) {
      return epoch < otherEpoch || (epoch == otherEpoch && revision < otherRevision);
    }

    SortedMap<String, SortedSet<String>> of(ArmId loadBalancer) {
      return wanted.getOrDefault(loadBalancer, new TreeMap<>());
    }
  }

  /**
   * @param version empty: refused, missing or unreadable
   */
  private record Visible(long since, Optional<Version> version) {}

  final String cluster;
  final List<Balancer> balancers = new ArrayList<>();
  private final Timeline time;
  private final Truth truth;
  private final Storage storage;
  private final List<Version> versions = new ArrayList<>();
  private final List<Visible> visible = new ArrayList<>();
  private long epoch;
  private long revision;

  Publisher(String cluster, Timeline time, Truth truth, Storage storage) {
    this.cluster = cluster;
    this.time = time;
    this.truth = truth;
    this.storage = storage;
  }

  Optional<Version> current() {
    return visible.isEmpty() ? Optional.empty() : visible.get(visible.size() - 1).version();
  }

  /** What could be read at some moment of that time. */
  List<Version> visibleBetween(long from, long to) {
    List<Version> found = new ArrayList<>();
    for (int i = 0; i < visible.size(); i++) {
      long until = i + 1 < visible.size() ? visible.get(i + 1).since() : Long.MAX_VALUE;
      if (visible.get(i).since() <= to && until >= from) {
        visible.get(i).version().ifPresent(found::add);
      }
    }
    return found;
  }

  /** Told before and after: the state of the pools is judged against it. */
  Runnable changing = () -> {};

  private void show(Optional<Version> version, String text) {
    changing.run();
    visible.add(new Visible(time.now(), version));
    storage.publish(storage.mapping(cluster), text);
  }

  /** A new wish, higher than all before. */
  void wish(Random random) {
    Version version = version(random);
    versions.add(version);
    show(Optional.of(version), version.text());
  }

  /** An older document comes back; with a raised epoch it counts. */
  void restore(Random random, boolean raised) {
    Version old = versions.get(random.nextInt(versions.size()));
    if (raised) {
      epoch++;
      String text = old.text().replaceFirst("\"epoch\":\\d+", "\"epoch\":" + epoch);
      Version again = new Version(epoch, old.revision(), text, old.wanted(), old.listed());
      versions.add(again);
      revision = Math.max(revision, old.revision());
      show(Optional.of(again), text);
    } else {
      show(Optional.of(old), old.text());
    }
  }

  /** A document that has to be refused whole, although its first half makes sense. */
  void invalid(Random random) {
    String text = version(random).text();
    String broken =
        switch (random.nextInt(3)) {
          case 0 -> text.substring(0, text.length() - 2 - random.nextInt(60));
          case 1 -> text.replaceFirst("\"addresses\":\\[\"10", "\"addresses\":[\"10.");
          default ->
              text.replaceFirst(
                  "\"nodes\":\\{",
                  "\"nodes\":{\"n1\":{\"addresses\":[]},\"n1\":{\"addresses\":[]},");
        };
    show(Optional.empty(), broken);
  }

  void missing() {
    show(Optional.empty(), null);
  }

  void unreadable() {
    changing.run();
    visible.add(new Visible(time.now(), Optional.empty()));
    storage.mapping(cluster).unreadable = true;
  }

  /** Whatever was wrong is over: a new revision. */
  void mend(Random random) {
    storage.mapping(cluster).unreadable = false;
    wish(random);
  }

  private Version version(Random random) {
    revision++;
    Map<ArmId, SortedMap<String, SortedSet<String>>> wanted = new TreeMap<>();
    ObjectNode mapping = Balancer.JSON.createObjectNode();
    mapping.put("schema", "poolkeeper.mapping/v1").put("cluster", cluster);
    mapping.put("epoch", epoch).put("revision", revision);
    mapping.put("virtualNetwork", Truth.NETWORK.text());
    ObjectNode entries = mapping.putObject("loadBalancers");
    ObjectNode nodes = mapping.putObject("nodes");
    Set<String> listed = new TreeSet<>();
    Set<String> unready = new TreeSet<>();
    for (Machine machine : truth.machines) {
      if (machine.there || random.nextInt(4) == 0) {
        boolean ready = random.nextInt(10) > 0;
        ObjectNode node = nodes.putObject(machine.node());
        node.putArray("addresses").add(machine.address);
        node.put("ready", ready);
        listed.add(machine.node());
        if (!ready) {
          unready.add(machine.node());
        }
      }
    }
    ObjectNode services = mapping.putObject("services");
    for (Balancer balancer : balancers) {
      ObjectNode entry = entries.putObject(balancer.id.name());
      entry.put("id", balancer.id.text());
      SortedMap<String, SortedSet<String>> pools = new TreeMap<>();
      for (String pool : balancer.pools.keySet()) {
        boolean shared = pool.equals(cluster);
        if ((!shared && !pool.startsWith("ns-")) || random.nextInt(8) == 0) {
          continue;
        }
        List<String> names = chosen(random, listed);
        String name = shared ? "ns/all-" + balancer.id.name() : pool.replaceFirst("-", "/");
        ObjectNode service = services.putObject(name);
        service.put("loadBalancer", balancer.id.name());
        service.put("externalTrafficPolicy", shared ? "Cluster" : "Local");
        service.putArray("ipFamilies").add("IPv4");
        ArrayNode list = shared ? entry.putArray("nodes") : service.putArray("nodes");
        names.forEach(list::add);
        pools.put(pool, addresses(names, unready));
      }
      wanted.put(balancer.id, pools);
    }
    return new Version(
        epoch, revision, mapping.toString(), wanted, addresses(List.copyOf(listed), Set.of()));
  }

  private static List<String> chosen(Random random, Set<String> listed) {
    int outOf = 2 + random.nextInt(3);
    List<String> names = new ArrayList<>();
    for (String name : listed) {
      if (random.nextInt(outOf) == 0) {
        names.add(name);
      }
    }
    return names;
  }

  /** Ready ones; all if none is ready. */
  private SortedSet<String> addresses(List<String> names, Set<String> unready) {
    boolean anyReady = names.stream().anyMatch(name -> !unready.contains(name));
    SortedSet<String> addresses = new TreeSet<>();
    for (Machine machine : truth.machines) {
      String name = machine.node();
      if (names.contains(name) && !(anyReady && unready.contains(name))) {
        addresses.add(machine.address);
      }
    }
    return addresses;
  }
}
