package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Prefix;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Rung 2: where the subnet's routes lead public destinations. If any is routed to next hop
 * Internet, that part is what a removal can cut. If none is, no removal weakens it.
 */
final class Routes {
  private static final List<Prefix> PRIVATE =
      List.of(
          Prefix.of("10.0.0.0/8"),
          Prefix.of("172.16.0.0/12"),
          Prefix.of("192.168.0.0/16"),
          Prefix.of("100.64.0.0/10"),
          Prefix.of("fc00::/7"));

  private final Inventory inventory;

  Routes(Inventory inventory) {
    this.inventory = inventory;
  }

  /** Where the default route or a half of it leads. */
  private enum Target {
    INTERNET,
    NOWHERE,
    ELSEWHERE,
    UNKNOWN
  }

  Verdict of(Network.Subnet subnet, Family family) {
    if (subnet.routeTable().isEmpty()) {
      return Verdict.OPEN;
    }
    ArmId id = subnet.routeTable().get();
    Optional<Network.RouteTable> table = inventory.routeTables().get(id);
    return table.isPresent()
        ? judge(table.get(), family, subnet.id().name())
        : Verdict.unknown(
            Unreadable.named(
                "subnet " + subnet.id().name() + " names route table",
                id,
                inventory.routeTables()));
  }

  /**
   * By longest match: the two halves (/1) go before the default route, which takes what they leave,
   * and what no user route covers goes to Internet. On longer prefixes and service tags only next
   * hop Internet counts; other types there are passed over.
   */
  private static Verdict judge(Network.RouteTable table, Family family, String subnet) {
    Target lower = target(table, family, 1, true);
    Target upper = target(table, family, 1, false);
    Target rest = target(table, family, 0, true);
    Target byDefault = rest == null ? Target.INTERNET : rest;
    Target first = lower == null ? byDefault : lower;
    Target second = upper == null ? byDefault : upper;
    if (first == Target.INTERNET || second == Target.INTERNET || hasPublicBypass(table, family)) {
      return Verdict.OPEN;
    }
    String where = "route table " + table.id().name() + " on subnet " + subnet;
    if (first == Target.UNKNOWN || second == Target.UNKNOWN) {
      return Verdict.unknown(where + " has a default route of an unknown next hop type");
    }
    return first == Target.NOWHERE && second == Target.NOWHERE
        ? Verdict.none(where + " drops all traffic to the internet")
        : Verdict.settled(
            where + " leads all traffic to the internet through an appliance or gateway");
  }

  /** Null: there is no such route. Two that disagree are as good as unknown. */
  private static Target target(Network.RouteTable table, Family family, int length, boolean lower) {
    Target found = null;
    for (Network.Route route : table.routes()) {
      Optional<Prefix> prefix = Prefix.parse(route.destination());
      if (prefix.isPresent()
          && prefix.get().family() == family
          && prefix.get().length() == length
          && startsAtZero(prefix.get()) == lower) {
        Target target = target(route.nextHopType());
        found = found == null || found == target ? target : Target.UNKNOWN;
      }
    }
    return found;
  }

  private static boolean startsAtZero(Prefix prefix) {
    String text = prefix.toString();
    return text.startsWith("0.") || text.startsWith("::/");
  }

  private static Target target(String nextHopType) {
    switch (nextHopType.toLowerCase(Locale.ROOT)) {
      case "internet":
      case "vnetlocal":
        return Target.INTERNET;
      case "none":
        return Target.NOWHERE;
      case "virtualappliance":
      case "virtualapplianceecmp":
      case "virtualnetworkgateway":
        return Target.ELSEWHERE;
      default:
        return Target.UNKNOWN;
    }
  }

  /** Whether a public prefix or a service tag goes to the internet past the default route. */
  private static boolean hasPublicBypass(Network.RouteTable table, Family family) {
    for (Network.Route route : table.routes()) {
      if (route.nextHopType().equalsIgnoreCase("Internet")) {
        Optional<Prefix> prefix = Prefix.parse(route.destination());
        if (prefix.isEmpty() || isPublicBypass(prefix.get(), family)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Private ranges and parts of them count for nothing, every other prefix is public. */
  private static boolean isPublicBypass(Prefix prefix, Family family) {
    return prefix.family() == family
        && prefix.length() > 1
        && PRIVATE.stream().noneMatch(range -> range.contains(prefix));
  }
}
