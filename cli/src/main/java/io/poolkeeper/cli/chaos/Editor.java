package io.poolkeeper.cli.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/** Makes the next wish from the one before: what a cluster does in a busy hour. */
final class Editor {
  private static final int MOST_NODES = 8;
  private static final int FEWEST_NODES = 3;

  private final Random random;
  private int nodesMade;

  Editor(Random random, int nodesMade) {
    this.random = random;
    this.nodesMade = nodesMade;
  }

  /** Address of the nth node ever made: none is used twice. */
  static String address(int node) {
    return "10.0." + node / 200 + "." + (4 + node % 200);
  }

  static String node(int node) {
    return "node-" + node;
  }

  Wish next(Wish wish) {
    int dice = random.nextInt(100);
    if (dice < 40) {
      return moved(wish);
    }
    if (dice < 60) {
      return toggled(wish);
    }
    if (dice < 72) {
      return redrawn(wish);
    }
    if (dice < 82) {
      return roamed(wish);
    }
    if (dice < 88 && wish.nodes().size() < MOST_NODES) {
      return scaledUp(wish);
    }
    if (dice < 93 && wish.nodes().size() > FEWEST_NODES) {
      return wish.withoutNode(any(wish.nodes().keySet()));
    }
    return cutOff(wish);
  }

  private <T> T any(Iterable<T> values) {
    List<T> list = new ArrayList<>();
    values.forEach(list::add);
    return list.get(random.nextInt(list.size()));
  }

  /** From a service to another one, which may be on another load balancer. */
  private Wish moved(Wish wish) {
    String node = any(wish.nodes().keySet());
    String from = any(wish.services().keySet());
    String to = any(wish.services().keySet());
    return wish.listed(from, node, false).listed(to, node, true);
  }

  private Wish toggled(Wish wish) {
    String service = any(wish.services().keySet());
    String node = any(wish.nodes().keySet());
    return wish.listed(service, node, !wish.services().get(service).nodes().contains(node));
  }

  private Wish redrawn(Wish wish) {
    SortedSet<String> nodes = new TreeSet<>();
    wish.nodes().keySet().stream().filter(node -> random.nextBoolean()).forEach(nodes::add);
    return wish.with(
        any(wish.services().keySet()), before -> new Wish.Service(before.loadBalancer(), nodes));
  }

  private Wish roamed(Wish wish) {
    String to = "lb-" + (1 + random.nextInt(wish.loadBalancers()));
    return wish.with(Names.ROAMER, before -> new Wish.Service(to, before.nodes()));
  }

  private Wish scaledUp(Wish wish) {
    int number = nodesMade++;
    Wish more = wish.withNode(node(number), address(number));
    return more.listed(any(wish.services().keySet()), node(number), true);
  }

  /** Taken out of every service, as if nobody knew that it would lose its way out. */
  private Wish cutOff(Wish wish) {
    String node = any(wish.nodes().keySet());
    return wish.withoutNode(node).withNode(node, wish.nodes().get(node));
  }
}
