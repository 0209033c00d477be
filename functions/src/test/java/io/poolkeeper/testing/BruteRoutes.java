package io.poolkeeper.testing;

import io.poolkeeper.model.Family;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Prefix;
import io.poolkeeper.model.Strength;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a route table lets out, for {@link BruteJudge}. */
final class BruteRoutes {
  private BruteRoutes() {}

  /** Null: some public destination goes to the internet directly. */
  static Strength strength(Network.RouteTable table, Family family, BruteJudge.Answers answers) {
    boolean v4 = family == Family.IPV4;
    String rest = next(table, v4 ? "0.0.0.0/0" : "::/0", "Internet");
    List<String> halves =
        List.of(
            next(table, v4 ? "0.0.0.0/1" : "::/1", rest),
            next(table, v4 ? "128.0.0.0/1" : "8000::/1", rest));
    boolean nowhere = true;
    for (String type : halves) {
      String kind = type.toLowerCase(Locale.ROOT);
      boolean unknown =
          !Set.of(
                  "internet",
                  "vnetlocal",
                  "none",
                  "virtualappliance",
                  "virtualapplianceecmp",
                  "virtualnetworkgateway")
              .contains(kind);
      if (kind.equals("internet") || kind.equals("vnetlocal")) {
        return null;
      }
      if (unknown && answers.ask("type " + kind, 2) == 0) {
        return null;
      }
      nowhere &= kind.equals("none");
    }
    for (Network.Route route : table.routes()) {
      if (route.nextHopType().equalsIgnoreCase("Internet")
          && isPublic(route.destination(), family)) {
        return null;
      }
    }
    return nowhere ? Strength.NONE : Strength.CERTAIN;
  }

  private static boolean isPublic(String destination, Family family) {
    Optional<Prefix> prefix = Prefix.parse(destination);
    return prefix.isEmpty()
        || (prefix.get().family() == family
            && prefix.get().length() > 1
            && List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
                .stream()
                .noneMatch(p -> Prefix.of(p).contains(prefix.get())));
  }

  private static String next(Network.RouteTable table, String prefix, String otherwise) {
    return table.routes().stream()
        .filter(r -> Prefix.parse(r.destination()).equals(Prefix.parse(prefix)))
        .map(Network.Route::nextHopType)
        .findFirst()
        .orElse(otherwise);
  }
}
