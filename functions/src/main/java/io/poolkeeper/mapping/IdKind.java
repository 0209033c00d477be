package io.poolkeeper.mapping;

import io.poolkeeper.model.ArmId;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What an ARM id in a document may point at. */
enum IdKind {
  NETWORK(
      "the ARM id of a virtual network",
      "/providers/Microsoft.Network/virtualNetworks/NAME",
      Set.of("microsoft.network/virtualnetworks")),
  LOAD_BALANCER(
      "the ARM id of a load balancer",
      "/providers/Microsoft.Network/loadBalancers/NAME",
      Set.of("microsoft.network/loadbalancers")),
  MACHINE(
      "the ARM id of a virtual machine or scale set instance",
      "/providers/Microsoft.Compute/virtualMachines/NAME",
      Set.of(
          "microsoft.compute/virtualmachines",
          "microsoft.compute/virtualmachinescalesets/virtualmachines")),
  SUBNET(
      "the ARM id of a subnet",
      "/providers/Microsoft.Network/virtualNetworks/NETWORK/subnets/NAME",
      Set.of("microsoft.network/virtualnetworks/subnets")),
  LOAD_BALANCER_OR_GROUP(
      "the ARM id of a load balancer or resource group",
      "[/providers/Microsoft.Network/loadBalancers/NAME]",
      Set.of("microsoft.network/loadbalancers", "microsoft.resources/resourcegroups")),
  SUBNET_OR_NETWORK(
      "the ARM id of a subnet or virtual network",
      "/providers/Microsoft.Network/virtualNetworks/NETWORK[/subnets/NAME]",
      Set.of("microsoft.network/virtualnetworks/subnets", "microsoft.network/virtualnetworks"));

  /** The spelling of the schema, without characters that would change a URL made of the id. */
  private static final Pattern SPELLING =
      Pattern.compile("/subscriptions/[^/]+/resource[gG]roups/[^/]+(/providers(/[^/]+){3,})?");

  private static final Pattern UNSAFE = Pattern.compile("[\\s\\p{Cntrl}?#%\\\\]|/\\.{1,2}(/|\\z)");

  private final String what;
  private final String tail;
  private final Set<String> types;

  IdKind(String what, String tail, Set<String> types) {
    this.what = what;
    this.tail = tail;
    this.types = types;
  }

  String expected() {
    return what + " (/subscriptions/ID/resourceGroups/GROUP" + tail + ")";
  }

  Optional<ArmId> parse(String text) {
    if (!SPELLING.matcher(text).matches()
        || UNSAFE.matcher(text).find()
        || UnicodeText.hasLoneSurrogate(text)) {
      return Optional.empty();
    }
    return ArmId.parse(text).filter(id -> types.contains(id.type()));
  }
}
