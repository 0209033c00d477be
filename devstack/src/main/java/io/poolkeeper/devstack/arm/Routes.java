package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a route table sends what is bound for the internet, by longest match over the whole address
 * space of a family.
 *
 * <p>Routes of default and half length (/0, /1) may lead anywhere; of longer ones only those to
 * Internet, None, an appliance or a gateway are seen, VnetLocal and unknown types are passed over.
 * An unknown type on /0 or /1 is read as Internet, since that is the answer under which a removal
 * can hurt.
 */
final class Routes {
  enum Way {
    INTERNET,
    ELSEWHERE,
    NOWHERE
  }

  private record Route(Addresses.Prefix prefix, Way way) {}

  private static final List<String> PRIVATE =
      List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7");

  private Routes() {}

  static Way internet(JsonNode table, boolean v6) {
    int width = v6 ? 128 : 32;
    List<Route> routes = new ArrayList<>();
    for (JsonNode route : Json.items(table, "properties", "routes")) {
      String prefix = Json.text(route, "properties", "addressPrefix");
      String type = Json.lower(Json.text(route, "properties", "nextHopType"));
      Addresses.Prefix parsed = Addresses.prefix(prefix);
      if (parsed == null && type.equals("internet")) {
        return Way.INTERNET;
      }
      Way way = way(type, parsed != null && parsed.length() <= 1);
      if (parsed != null && parsed.width() == width && way != null) {
        routes.add(new Route(parsed, way));
      }
    }
    Addresses.Prefix all = new Addresses.Prefix(BigInteger.ZERO, 0, width);
    return reachesInternet(all, Way.INTERNET, routes) ? Way.INTERNET : elsewhere(all, routes);
  }

  private static Way way(String type, boolean wide) {
    switch (type) {
      case "internet":
        return Way.INTERNET;
      case "none":
        return Way.NOWHERE;
      case "virtualappliance":
      case "virtualapplianceecmp":
      case "virtualnetworkgateway":
        return Way.ELSEWHERE;
      default:
        return wide ? Way.INTERNET : null;
    }
  }

  /**
   * Whether any public address of the region goes to Internet, given what wider routes say and the
   * routes inside it.
   */
  private static boolean reachesInternet(
      Addresses.Prefix region, Way inherited, List<Route> inside) {
    for (String text : PRIVATE) {
      if (Addresses.prefix(text).contains(region)) {
        return false;
      }
    }
    Way way = inherited;
    List<Route> longer = new ArrayList<>();
    for (Route route : inside) {
      if (route.prefix.length() > region.length()) {
        longer.add(route);
      } else {
        way = route.way;
      }
    }
    if (longer.isEmpty()) {
      return way == Way.INTERNET;
    }
    for (Addresses.Prefix half : halves(region)) {
      List<Route> within = new ArrayList<>(longer);
      within.removeIf(r -> !half.contains(r.prefix));
      if (reachesInternet(half, way, within)) {
        return true;
      }
    }
    return false;
  }

  /** Nothing goes to Internet: nowhere if the default route and the halves all say None. */
  private static Way elsewhere(Addresses.Prefix all, List<Route> routes) {
    Way fallback = Way.INTERNET;
    for (Route route : routes) {
      fallback = route.prefix.length() == 0 ? route.way : fallback;
    }
    boolean nowhere = true;
    for (Addresses.Prefix half : halves(all)) {
      Way way = fallback;
      for (Route route : routes) {
        way = route.prefix.equals(half) ? route.way : way;
      }
      nowhere &= way == Way.NOWHERE;
    }
    return nowhere ? Way.NOWHERE : Way.ELSEWHERE;
  }

  private static List<Addresses.Prefix> halves(Addresses.Prefix region) {
    int length = region.length() + 1;
    BigInteger upper = region.base().setBit(region.width() - length);
    return List.of(
        new Addresses.Prefix(region.base(), length, region.width()),
        new Addresses.Prefix(upper, length, region.width()));
  }
}
