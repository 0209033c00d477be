package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One ipConfiguration with an address. All ids in lower case; an absent {@code primary} counts as
 * primary.
 */
record Nic(
    String configuration,
    String address,
    boolean primary,
    String subnet,
    String network,
    String publicAddress,
    Set<String> pools) {

  static List<Nic> read(JsonNode nic) {
    List<Nic> found = new ArrayList<>();
    for (JsonNode configuration : Json.items(nic, "properties", "ipConfigurations")) {
      JsonNode properties = configuration.path("properties");
      String address = Json.text(properties, "privateIPAddress");
      if (!address.isEmpty()) {
        Set<String> pools = new LinkedHashSet<>();
        Json.items(properties, "loadBalancerBackendAddressPools")
            .forEach(p -> pools.add(Json.id(p)));
        String subnet = Json.id(properties, "subnet");
        found.add(
            new Nic(
                Json.id(configuration),
                Addresses.canonical(address),
                properties.path("primary").asBoolean(true),
                subnet,
                networkOf(subnet),
                Json.id(properties, "publicIPAddress"),
                pools));
      }
    }
    return found;
  }

  /** The virtual network's id in a subnet's id, or an empty string. */
  static String networkOf(String subnet) {
    int at = subnet.indexOf("/subnets/");
    return at < 0 ? "" : subnet.substring(0, at);
  }
}
