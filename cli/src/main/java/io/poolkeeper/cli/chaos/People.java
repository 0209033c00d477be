package io.poolkeeper.cli.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.local.Publisher;
import io.poolkeeper.devstack.arm.ArmSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Publisher, operator, deployer and another writer: everybody around the app, at random. */
final class People implements Runnable {
  private static final int REMEMBERED = 20;
  private static final long STILL_MILLIS = 15_000;

  private final Scene scene;
  private final ArmSimulator arm;
  private final Random random;
  private final Publisher publisher;
  private final Storage storage;
  private final HttpClient azure;
  private final Editor editor;
  private final List<Wish> past = new ArrayList<>();
  private final SortedSet<String> machines = new TreeSet<>();
  private final Map<String, Instant> pauses = new TreeMap<>();
  private Wish wish;
  private long newest;
  private boolean gateway;

  People(Scene scene, Publisher publisher, Storage storage, Wish first, Random random) {
    this.scene = scene;
    this.arm = scene.azure().arm();
    this.random = random;
    this.publisher = publisher;
    this.storage = storage;
    this.azure = HttpClient.newBuilder().sslContext(arm.clientContext()).build();
    this.wish = first;
    this.newest = first.revision();
    this.machines.addAll(first.nodes().keySet());
    this.editor = new Editor(random, first.nodes().size());
  }

  @Override
  public void run() {
    try {
      publish(wish);
      while (scene.playtime().goesOnAfter(300 + random.nextInt(2_200))) {
        once();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends every pause and publishes the last wish once more, whatever was published before. What a
   * failed operation has left as Failed is deployed again: nobody can count on it before.
   */
  Wish calmDown() throws IOException {
    pauses.clear();
    controls();
    for (String failed : Pools.failed(arm.dump())) {
      arm.provisioningState(failed, "Succeeded");
      scene.journal().note("deployed again: " + failed);
    }
    publish(wish.numbered(wish.epoch(), ++newest));
    return wish;
  }

  private void once() throws IOException {
    int dice = random.nextInt(100);
    if (dice < 62) {
      publish(editor.next(wish).numbered(wish.epoch(), ++newest));
    } else if (dice < 66) {
      refused();
    } else if (dice < 70) {
      stale();
    } else if (dice < 74) {
      restored();
    } else if (dice < 80) {
      pauseOrResume();
    } else if (dice < 87) {
      strangers();
    } else if (dice < 92) {
      otherPool();
    } else if (dice < 97) {
      deleteMachine();
    } else if (gateway) {
      takeGateway();
    } else {
      giveGateway();
    }
  }

  private void publish(Wish next) throws IOException {
    for (Map.Entry<String, String> node : next.nodes().entrySet()) {
      if (!machines.contains(node.getKey()) && !next.equals(wish) && isNew(node.getKey())) {
        arm.put(Network.nic(node.getKey(), node.getValue()));
        machines.add(node.getKey());
      }
    }
    wish = next;
    past.add(next);
    if (past.size() > REMEMBERED) {
      past.remove(0);
    }
    send(next.document(), "mapping %d.%d".formatted(next.epoch(), next.revision()));
  }

  /** A machine that was deleted does not come back, also when an old document names it. */
  private boolean isNew(String node) {
    return past.stream().noneMatch(before -> before.nodes().containsKey(node));
  }

  private void send(byte[] document, String what) throws IOException {
    scene.tally().count(Tally.EDITS);
    scene.journal().note(what);
    publisher.mapping(Names.CLUSTER, document);
  }

  private void refused() throws IOException {
    ObjectNode broken = wish.numbered(wish.epoch(), ++newest).json();
    ObjectNode service = (ObjectNode) broken.path("services").path(Names.ROAMER);
    service.put("loadBalancer", "lb-99").putArray("nodes");
    scene.tally().count("refused mappings");
    send(broken.toString().getBytes(StandardCharsets.UTF_8), "mapping that is refused");
  }

  /** An old document put back without a word: it is refused until somebody publishes again. */
  private void stale() throws IOException {
    scene.tally().count("stale mappings");
    send(past.get(random.nextInt(past.size())).document(), "mapping of an old revision");
  }

  private void restored() throws IOException {
    Wish old = past.get(random.nextInt(past.size()));
    scene.tally().count("restored mappings");
    newest = old.revision();
    publish(old.numbered(wish.epoch() + 1, newest));
  }

  private void pauseOrResume() throws IOException {
    String loadBalancer = "lb-" + (1 + random.nextInt(wish.loadBalancers()));
    pauses.values().removeIf(until -> until.isBefore(Clock.systemUTC().instant()));
    if (pauses.remove(loadBalancer) == null) {
      pauses.put(loadBalancer, Clock.systemUTC().instant().plusSeconds(5 + random.nextInt(25)));
      scene.tally().count("pauses in the controls");
    }
    scene.journal().note("paused: " + pauses);
    controls();
  }

  private void controls() throws IOException {
    ObjectNode controls = Names.JSON.createObjectNode().put("schema", "poolkeeper.controls/v1");
    controls.put("cluster", Names.CLUSTER).put("mode", "apply");
    ObjectNode entries = controls.putObject("loadBalancers");
    pauses.forEach(
        (loadBalancer, until) ->
            entries
                .putObject(loadBalancer)
                .putObject("paused")
                .put("by", "chaos")
                .put("because", "at random")
                .put("until", until.toString()));
    publisher.controls(Names.CLUSTER, controls.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Another writer puts an address into one of our pools. */
  private void strangers() throws IOException {
    List<String> places = new ArrayList<>(wish.pools().keySet());
    String place = places.get(random.nextInt(places.size()));
    if (Pools.members(arm.dump()).get(place).isEmpty()) {
      return;
    }
    List<String> addresses = new ArrayList<>(wish.nodes().values());
    addresses.add("10.0.9." + random.nextInt(250));
    addresses.removeAll(Pools.members(arm.dump()).get(place));
    if (!addresses.isEmpty()) {
      String address = addresses.get(random.nextInt(addresses.size()));
      arm.changeMembers(Pools.id(place), List.of(address), List.of());
      scene.tally().count("members added by others");
      scene.journal().note(address + " put into " + place + " by another writer");
      sometimesTold(Names.loadBalancer(place.substring(0, place.indexOf('/'))));
    }
  }

  /** Its PUT of its own pool cancels ours where one is running, as Azure does. */
  private void otherPool() throws IOException {
    String loadBalancer = Names.loadBalancer("lb-" + (1 + random.nextInt(wish.loadBalancers())));
    List<String> addresses = new ArrayList<>();
    wish.nodes().values().stream().filter(a -> random.nextBoolean()).forEach(addresses::add);
    String id = loadBalancer + "/backendAddressPools/" + Names.OTHERS;
    try {
      Publisher.deploy(azure, arm.url(), id, Network.othersPool(addresses));
      scene.tally().count("writes of others");
    } catch (IOException e) {
      scene.journal().note("another writer was refused: " + e.getMessage());
    }
  }

  /** One that no mapping names any more; its addresses are in pools as long as nobody looked. */
  private void deleteMachine() throws IOException {
    for (String machine : machines) {
      if (!wish.nodes().containsKey(machine)) {
        arm.remove(Network.nicId(machine));
        machines.remove(machine);
        scene.tally().count("machines deleted");
        scene.journal().note(machine + " deleted");
        sometimesTold(Network.nicId(machine));
        return;
      }
    }
  }

  private void giveGateway() throws IOException {
    arm.put(Network.subnet(true));
    gateway = true;
    scene.tally().count("NAT gateway given");
    scene.journal().note("NAT gateway given");
    sometimesTold(Names.SUBNET);
  }

  /**
   * Takes a way out from everybody. A removal that was judged before and written after would look
   * like ours, so this is done as an operator would: everything paused, and no worker at work.
   */
  private void takeGateway() throws IOException {
    Map<String, Instant> before = new TreeMap<>(pauses);
    for (int i = 1; i <= wish.loadBalancers(); i++) {
      pauses.put("lb-" + i, Clock.systemUTC().instant().plusSeconds(120));
    }
    controls();
    long end = System.nanoTime() + STILL_MILLIS * 1_000_000L;
    boolean still = false;
    while (!still && System.nanoTime() - end < 0 && scene.playtime().goesOnAfter(200)) {
      still = scene.stillness().isStill() && storage.leasesAreFree();
    }
    if (still) {
      arm.put(Network.subnet(false));
      gateway = false;
      scene.tally().count("NAT gateway taken");
      scene.journal().note("NAT gateway taken");
    }
    pauses.clear();
    pauses.putAll(before);
    controls();
    sometimesTold(Names.SUBNET);
  }

  private void sometimesTold(String id) throws IOException {
    if (random.nextBoolean()) {
      publisher.changed(id);
    }
  }
}
