package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.arm.ArmRest;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The throwaway resource group and what stands in it: a network, a public address, a load balancer
 * with two IP pools and one rule. No machine. Everything that is asked of ARM goes through here and
 * is recorded.
 */
final class Lab {
  /** Start of every address in the laboratory's network; recordings keep these. */
  static final String ADDRESSES = "10.254.";

  static final String NETWORK_API = "2025-03-01";
  private static final String GROUP_API = "2021-04-01";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final int DELETIONS = 8;

  /** Pauses between polls; the only place where time passes. */
  interface Waits {
    void pause(Duration duration) throws InterruptedException;
  }

  private final ArmRest arm;
  private final Recorder recorder;
  private final Waits waits;
  private final Duration poll;
  private final String subscription;
  private final String group;
  private final String location;
  private boolean closed;

  /**
   * @param poll between two looks at what takes time, where the answer does not say
   */
  Lab(
      ArmRest arm,
      Recorder recorder,
      Waits waits,
      Duration poll,
      String subscription,
      String groupName,
      String location) {
    this.arm = arm;
    this.recorder = recorder;
    this.waits = waits;
    this.poll = poll;
    this.subscription = subscription;
    this.group = "/subscriptions/" + subscription + "/resourceGroups/" + groupName;
    this.location = location;
  }

  String group() {
    return group;
  }

  String subscription() {
    return subscription;
  }

  String location() {
    return location;
  }

  String id(String type, String name) {
    return group + "/providers/Microsoft.Network/" + type + "/" + name;
  }

  String loadBalancer() {
    return id("loadBalancers", "lb");
  }

  String pool(String name) {
    return loadBalancer() + "/backendAddressPools/" + name;
  }

  /** Builds all of it, each step confirmed. */
  void build() throws LabFailure {
    ObjectNode tags = object().put("location", location);
    tags.putObject("tags").put(Cleanup.TAG, "throwaway");
    made("the resource group", put(group, GROUP_API, tags));
    ObjectNode network = located();
    network
        .withObject("/properties/addressSpace")
        .putArray("addressPrefixes")
        .add(ADDRESSES + "0.0/16");
    ArrayNode subnets = network.withObject("/properties").putArray("subnets");
    subnets
        .addObject()
        .put("name", "nodes")
        .putObject("properties")
        .put("addressPrefix", ADDRESSES + "0.0/19")
        .put("defaultOutboundAccess", false);
    made("the network", putAndWait(id("virtualNetworks", "vnet"), network));
    ObjectNode address = located();
    address.putObject("sku").put("name", "Standard");
    address.putObject("properties").put("publicIPAllocationMethod", "Static");
    made("the public address", putAndWait(id("publicIPAddresses", "pip"), address));
    made("the load balancer", putAndWait(loadBalancer(), balancer()));
    made("pool one", putAndWait(pool("one"), members(4, 2)));
    made("pool two", putAndWait(pool("two"), members(4, 1)));
  }

  private static void made(String what, ArmRest.Reply reply) throws LabFailure {
    if (reply.status() != 200 && reply.status() != 201) {
      throw new LabFailure(what + " could not be made: " + reply.said());
    }
  }

  /** As a template sends it: pools by name, without members. */
  ObjectNode balancer() {
    ObjectNode balancer = located();
    balancer.putObject("sku").put("name", "Standard");
    ObjectNode properties = balancer.putObject("properties");
    properties
        .putArray("frontendIPConfigurations")
        .addObject()
        .put("name", "front")
        .putObject("properties")
        .putObject("publicIPAddress")
        .put("id", id("publicIPAddresses", "pip"));
    ArrayNode pools = properties.putArray("backendAddressPools");
    List.of("one", "two").forEach(name -> pools.addObject().put("name", name));
    properties
        .putArray("probes")
        .addObject()
        .put("name", "probe")
        .putObject("properties")
        .put("protocol", "Tcp")
        .put("port", 80)
        .put("intervalInSeconds", 5)
        .put("numberOfProbes", 1);
    ObjectNode rule = properties.putArray("loadBalancingRules").addObject().put("name", "http");
    ObjectNode of = rule.putObject("properties").put("protocol", "Tcp");
    of.put("frontendPort", 80).put("backendPort", 80).put("disableOutboundSnat", true);
    of.putObject("frontendIPConfiguration")
        .put("id", loadBalancer() + "/frontendIPConfigurations/front");
    of.putObject("backendAddressPool").put("id", pool("one"));
    of.putObject("probe").put("id", loadBalancer() + "/probes/probe");
    return balancer;
  }

  /** The body of a pool with so many addresses, counted from a host number. */
  ObjectNode members(int from, int count) {
    ObjectNode body = object();
    ArrayNode entries = body.putObject("properties").putArray("loadBalancerBackendAddresses");
    IntStream.range(from, from + count)
        .forEach(
            host ->
                entries
                    .addObject()
                    .put("name", "node-" + host)
                    .putObject("properties")
                    .put("ipAddress", ADDRESSES + host / 256 + "." + host % 256)
                    .putObject("virtualNetwork")
                    .put("id", id("virtualNetworks", "vnet")));
    return body;
  }

  ObjectNode located() {
    return object().put("location", location);
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  ArmRest.Reply get(String id) {
    return get(id, NETWORK_API);
  }

  ArmRest.Reply get(String id, String api) {
    return send("GET", id + "?api-version=" + api, Map.of(), Optional.empty());
  }

  ArmRest.Reply put(String id, JsonNode body) {
    return put(id, NETWORK_API, body);
  }

  ArmRest.Reply put(String id, String api, JsonNode body) {
    return send("PUT", id + "?api-version=" + api, Map.of(), Optional.of(body));
  }

  ArmRest.Reply putIfMatch(String id, JsonNode body, String etag) {
    return send(
        "PUT",
        id + "?api-version=" + NETWORK_API,
        new LinkedHashMap<>(Map.of("If-Match", etag)),
        Optional.of(body));
  }

  /** The answer of the PUT itself, after its operation ended well; else how that ended. */
  ArmRest.Reply putAndWait(String id, JsonNode body) throws LabFailure {
    ArmRest.Reply reply = put(id, body);
    ArmRest.Reply ended = await(reply);
    return ended == reply || status(ended).equals("Succeeded") ? reply : ended;
  }

  static String status(ArmRest.Reply operation) {
    return operation.body().path("status").asText();
  }

  /** The last poll of the operation that an answer names, or the answer if it names none. */
  ArmRest.Reply await(ArmRest.Reply reply) throws LabFailure {
    String link = reply.headers().getOrDefault("Azure-AsyncOperation", "");
    if (link.isEmpty() || reply.status() >= 300) {
      return reply;
    }
    Duration waited = Duration.ZERO;
    while (waited.compareTo(LONGEST) < 0) {
      ArmRest.Reply poll = send("GET", link, Map.of(), Optional.empty());
      if (poll.status() != 200 || !status(poll).equals("InProgress")) {
        return poll;
      }
      waited = waited.plus(pause(poll));
    }
    throw new LabFailure("an operation did not end within " + LONGEST);
  }

  private Duration pause(ArmRest.Reply reply) throws LabFailure {
    return pause(reply, poll);
  }

  private Duration pause(ArmRest.Reply reply, Duration unlessSaid) throws LabFailure {
    String after = reply.headers().getOrDefault("Retry-After", "");
    Duration pause =
        after.matches("\\d{1,3}") ? Duration.ofSeconds(Long.parseLong(after)) : unlessSaid;
    try {
      waits.pause(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted");
    }
    return pause;
  }

  /** Asks for the end of the group and waits until it is gone; empty if it is, else why not. */
  Optional<String> demolish() {
    close();
    try {
      ArmRest.Reply reply = delete();
      if (reply.status() == 404) {
        return Optional.empty();
      }
      if (reply.status() != 200 && reply.status() != 202) {
        return Optional.of(reply.said());
      }
      Duration waited = Duration.ZERO;
      while (waited.compareTo(LONGEST) < 0) {
        ArmRest.Reply there = get(group, GROUP_API);
        if (there.status() == 404) {
          return Optional.empty();
        }
        waited = waited.plus(pause(there));
      }
    } catch (LabFailure e) {
      return Optional.of(e.getMessage() + "; its deletion was asked for and goes on by itself");
    }
    return Optional.of("not gone within " + LONGEST);
  }

  /** Asked again while the answer is one that passes: a group that stays goes on costing. */
  private ArmRest.Reply delete() throws LabFailure {
    String target = group + "?api-version=" + GROUP_API;
    ArmRest.Reply reply = send("DELETE", target, Map.of(), Optional.empty());
    for (int asked = 1; asked < DELETIONS && passes(reply.status()); asked++) {
      pause(reply, poll.multipliedBy(1L << asked));
      reply = send("DELETE", target, Map.of(), Optional.empty());
    }
    return reply;
  }

  private static boolean passes(int status) {
    return status == 0 || status == 408 || status == 429 || status >= 500;
  }

  /**
   * One call at a time: whoever takes the laboratory down waits for a write that is under way, and
   * none comes after that.
   */
  synchronized ArmRest.Reply send(
      String method, String target, Map<String, String> headers, Optional<JsonNode> body) {
    if (closed && method.equals("PUT")) {
      return new ArmRest.Reply(
          0,
          Collections.emptySortedMap(),
          MissingNode.getInstance(),
          Optional.of("the laboratory is being taken down"));
    }
    ArmRest.Reply reply = arm.send(method, target, headers, body, UUID.randomUUID().toString());
    recorder.add(method, target, headers, body, reply);
    return reply;
  }

  private synchronized void close() {
    closed = true;
  }

  /** The laboratory itself does not stand. */
  static final class LabFailure extends Exception {
    private static final long serialVersionUID = 1L;

    LabFailure(String message) {
      super(message);
    }
  }
}
