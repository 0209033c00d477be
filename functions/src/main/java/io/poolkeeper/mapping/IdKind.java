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
      Spelling.OF_THE_SCHEMA,
      Set.of("microsoft.network/virtualnetworks")),
  LOAD_BALANCER(
      "the ARM id of a load balancer",
      "/providers/Microsoft.Network/loadBalancers/NAME",
      Spelling.OF_THE_SCHEMA,
      Set.of("microsoft.network/loadbalancers")),
  MACHINE(
      "the ARM id of a virtual machine or scale set instance",
      "/providers/Microsoft.Compute/virtualMachines/NAME",
      Spelling.OF_THE_SCHEMA,
      Set.of(
          "microsoft.compute/virtualmachines",
          "microsoft.compute/virtualmachinescalesets/virtualmachines")),
  SUBNET(
      "the ARM id of a subnet",
      "/providers/Microsoft.Network/virtualNetworks/NETWORK/subnets/NAME",
      Spelling.ANY_CASE,
      Set.of("microsoft.network/virtualnetworks/subnets")),
  LOAD_BALANCER_OR_GROUP(
      "the ARM id of a load balancer or resource group",
      "[/providers/Microsoft.Network/loadBalancers/NAME]",
      Spelling.ANY_CASE,
      Set.of("microsoft.network/loadbalancers", "microsoft.resources/resourcegroups")),
  SUBNET_OR_NETWORK(
      "the ARM id of a subnet or virtual network",
      "/providers/Microsoft.Network/virtualNetworks/NETWORK[/subnets/NAME]",
      Spelling.ANY_CASE,
      Set.of("microsoft.network/virtualnetworks/subnets", "microsoft.network/virtualnetworks"));

  private static final int MAX_LENGTH = 2048;

  private enum Spelling {
    OF_THE_SCHEMA,
    ANY_CASE
  }

  /** The pattern of the mapping's schema. */
  private static final Pattern SCHEMA =
      Pattern.compile("/subscriptions/[^/]+/resource[gG]roups/[^/]+/providers(/[^/]+){3,}");

  /** Characters and segments that would change a URL made of the id. */
  private static final Pattern UNSAFE = Pattern.compile("[\\s\\p{Cntrl}?#%\\\\]|/\\.{1,2}(/|\\z)");

  private final String what;
  private final String tail;
  private final Spelling spelling;
  private final Set<String> types;

  IdKind(String what, String tail, Spelling spelling, Set<String> types) {
    this.what = what;
    this.tail = tail;
    this.spelling = spelling;
    this.types = types;
  }

  String expected() {
    return what + " (/subscriptions/ID/resourceGroups/GROUP" + tail + ")";
  }

  Optional<ArmId> parse(String text) {
    // The length comes before any pattern, for the time it takes.
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    if (spelling == Spelling.OF_THE_SCHEMA && !SCHEMA.matcher(text).matches()) {
      return Optional.empty();
    }
    if (UNSAFE.matcher(text).find() || UnicodeText.hasLoneSurrogate(text)) {
      return Optional.empty();
    }
    return ArmId.parse(text).filter(id -> types.contains(id.type()));
  }
}
