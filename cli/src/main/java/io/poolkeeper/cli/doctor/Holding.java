package io.poolkeeper.cli.doctor;

import java.util.List;
import java.util.Locale;

/**
 * What a resource group holds that counts, with the actions that the app needs there; the same
 * words and lists as in {@code infra/access.bicep}, held to it by a test.
 */
public enum Holding {
  LOAD_BALANCERS(
      "loadBalancers",
      List.of(
          "Microsoft.Network/loadBalancers/read",
          "Microsoft.Network/loadBalancers/backendAddressPools/read",
          "Microsoft.Network/loadBalancers/backendAddressPools/write",
          "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
          "Microsoft.Network/locations/operations/read",
          "Microsoft.Network/publicIPAddresses/read",
          "Microsoft.Network/publicIPPrefixes/read")),
  NETWORK(
      "network",
      List.of(
          "Microsoft.Network/virtualNetworks/read",
          "Microsoft.Network/virtualNetworks/joinLoadBalancer/action",
          "Microsoft.Network/virtualNetworks/subnets/read",
          "Microsoft.Network/virtualNetworks/subnets/joinLoadBalancer/action",
          "Microsoft.Network/natGateways/read",
          "Microsoft.Network/routeTables/read")),
  MACHINES(
      "machines",
      List.of(
          "Microsoft.Network/networkInterfaces/read",
          "Microsoft.Network/publicIPAddresses/read",
          "Microsoft.Network/publicIPPrefixes/read",
          "Microsoft.Network/loadBalancers/read",
          "Microsoft.Compute/virtualMachineScaleSets/networkInterfaces/read",
          "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/networkInterfaces/read"));

  private final String word;
  private final List<String> actions;

  Holding(String word, List<String> actions) {
    this.word = word;
    this.actions = actions;
  }

  /** As templates write it. */
  public String word() {
    return word;
  }

  public List<String> actions() {
    return actions;
  }

  static Holding of(String word) {
    for (Holding holding : values()) {
      if (holding.word.toLowerCase(Locale.ROOT).equals(word.strip().toLowerCase(Locale.ROOT))) {
        return holding;
      }
    }
    throw new IllegalArgumentException(
        "expected loadBalancers, network or machines, found '" + word + "'");
  }
}
