package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;

/**
 * ARM's JSON to the model; tolerant of what it does not know, strict about what a judgement needs.
 * Pure: the same reader serves the adapter, snapshots and tests.
 */
public final class ArmReader {
  private ArmReader() {}

  /**
   * @throws ArmFormatException if the JSON is no load balancer; the message names the JSON path
   */
  public static LoadBalancer loadBalancer(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  public static Pool pool(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  public static Network.VirtualNetwork virtualNetwork(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  public static Network.Nic nic(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  public static Network.NatGateway natGateway(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  public static Network.RouteTable routeTable(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }

  /** Of a public IP address or a public IP prefix. */
  public static Network.PublicAddress publicAddress(JsonNode json) {
    throw new UnsupportedOperationException("being built");
  }
}
