package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A snapshot file of plain ARM JSON: an object of arrays, one per kind of resource. A kind that is
 * not there at all is unknown, not empty.
 */
public final class Snapshot {
  private static final List<String> KINDS =
      List.of(
          "loadBalancers",
          "virtualNetworks",
          "networkInterfaces",
          "virtualMachineScaleSetNetworkInterfaces",
          "publicIPAddresses",
          "publicIPPrefixes",
          "natGateways",
          "routeTables");

  private Snapshot() {}

  /**
   * @throws ArmFormatException naming the JSON path
   */
  public static Inventory inventory(JsonNode snapshot) {
    Json root = Json.root(snapshot);
    snapshot
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!KINDS.contains(name)) {
                throw root.at(name).wrong("one of " + KINDS + " as name");
              }
            });
    return new Inventory(
        part(root, ArmReader::loadBalancer, LoadBalancer::id, "loadBalancers"),
        part(root, ArmReader::virtualNetwork, Network.VirtualNetwork::id, "virtualNetworks"),
        part(
            root,
            ArmReader::nic,
            Network.Nic::id,
            "networkInterfaces",
            "virtualMachineScaleSetNetworkInterfaces"),
        part(root, ArmReader::publicAddress, Network.PublicAddress::id, "publicIPAddresses"),
        part(root, ArmReader::publicAddress, Network.PublicAddress::id, "publicIPPrefixes"),
        part(root, ArmReader::natGateway, Network.NatGateway::id, "natGateways"),
        part(root, ArmReader::routeTable, Network.RouteTable::id, "routeTables"));
  }

  private static <T> Inventory.Part<T> part(
      Json root, Function<JsonNode, T> read, Function<T, ArmId> id, String... kinds) {
    Map<ArmId, T> byId = new LinkedHashMap<>();
    Optional<String> unreadable = Optional.empty();
    for (String kind : kinds) {
      if (root.at(kind).absent()) {
        unreadable = Optional.of("the snapshot has no " + kind);
      }
      for (T item : root.list(kind, (place, i) -> read(place, read))) {
        byId.put(id.apply(item), item);
      }
    }
    return new Inventory.Part<>(byId, unreadable);
  }

  private static <T> T read(Json place, Function<JsonNode, T> read) {
    try {
      return read.apply(place.node());
    } catch (ArmFormatException e) {
      throw e.within(place.path());
    }
  }
}
