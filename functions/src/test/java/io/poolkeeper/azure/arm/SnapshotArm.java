package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.arm.FakeArm.Asked;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The real reader against a transport that answers its GETs from a snapshot of ARM JSON. */
public final class SnapshotArm {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Parallel ONE_BY_ONE =
      new Parallel() {
        @Override
        public <T> List<T> all(List<Supplier<T>> calls) {
          return calls.stream().map(Supplier::get).toList();
        }
      };

  /** What is done to the answers for one path. */
  public enum Fault {
    FORBIDDEN(403),
    MISSING(404),
    BROKEN(500),
    /** Only with the addresses of ipConfigurations. */
    BROKEN_IF_EXPANDED(500),
    /** The first half comes, the link to the second leads nowhere. */
    LOST_PAGE(404);

    private final int status;

    Fault(int status) {
      this.status = status;
    }

    public String status() {
      return String.valueOf(status);
    }
  }

  private final JsonNode snapshot;
  private final int pageSize;
  private final Set<String> groups = new TreeSet<>();
  private final Map<String, List<JsonNode>> byPath = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Fault> faults = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, String> spoiled = new TreeMap<>();
  private final FakeArm arm = new FakeArm(this::answer);

  /**
   * @param faults by path, for example of a list, without case
   */
  public SnapshotArm(JsonNode snapshot, Map<String, Fault> faults) {
    this(snapshot, faults, 0);
  }

  /**
   * @param pageSize elements of a page; 0: all in one
   */
  SnapshotArm(JsonNode snapshot, Map<String, Fault> faults, int pageSize) {
    this.snapshot = snapshot;
    this.pageSize = pageSize;
    this.faults.putAll(faults);
    for (Map.Entry<String, JsonNode> kind : snapshot.properties()) {
      for (JsonNode item : kind.getValue()) {
        ArmId id = ArmId.of(item.path("id").asText());
        groups.add(id.resourceGroupId().key() + "/");
        byPath.computeIfAbsent(path(kind.getKey(), id), k -> new ArrayList<>()).add(item);
      }
    }
  }

  /** From now on this is the body of every answer for paths that end so. */
  public SnapshotArm spoil(String endOfPath, String body) {
    spoiled.put(endOfPath, body);
    return this;
  }

  public InventoryReader reader() {
    return new ArmInventoryReader(arm.client(), new ManualTime(), ONE_BY_ONE);
  }

  /** What it was asked, path and query, in order; repeated reads of one failure are one. */
  public List<String> asked() {
    List<String> asked = new ArrayList<>();
    for (Asked one : List.copyOf(arm.asked)) {
      String url = one.url().substring(FakeArm.ENDPOINT.length());
      if (asked.isEmpty() || !asked.get(asked.size() - 1).equals(url)) {
        asked.add(url);
      }
    }
    return asked;
  }

  /** Every path of the snapshot on which there can be a fault. */
  public static Set<String> paths(JsonNode snapshot) {
    Set<String> paths = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (Map.Entry<String, JsonNode> kind : snapshot.properties()) {
      for (JsonNode item : kind.getValue()) {
        paths.add(path(kind.getKey(), ArmId.of(item.path("id").asText())));
      }
    }
    return paths;
  }

  private static String path(String kind, ArmId id) {
    return switch (kind) {
      case "virtualNetworks" -> id.text();
      case "virtualMachineScaleSetNetworkInterfaces" -> id.root() + "/networkInterfaces";
      default -> id.resourceGroupId() + "/providers/Microsoft.Network/" + kind;
    };
  }

  private Reply answer(Asked asked) {
    for (Map.Entry<String, String> body : spoiled.entrySet()) {
      if (asked.path().endsWith(body.getKey())) {
        return Reply.of(200, body.getValue());
      }
    }
    Fault fault = faults.get(asked.path());
    boolean expanded = asked.url().contains("expand");
    if (fault != null
        && fault != Fault.LOST_PAGE
        && (fault != Fault.BROKEN_IF_EXPANDED || expanded)) {
      return Reply.of(fault.status, Texts.error("Fault" + fault.status, "as the test wants it"));
    }
    List<JsonNode> found = byPath.getOrDefault(asked.path(), List.of());
    String path = asked.path().toLowerCase(java.util.Locale.ROOT);
    boolean known = groups.stream().anyMatch(path::startsWith);
    if (asked.path().contains("/virtualNetworks/")) {
      return found.isEmpty()
          ? Reply.of(404, Texts.error("ResourceNotFound", "no such network"))
          : Reply.of(200, network(found.get(0), expanded).toString());
    }
    if (!known || asked.path().endsWith("/nowhere")) {
      return Reply.of(404, Texts.error("ResourceGroupNotFound", "no such group"));
    }
    return Reply.of(200, page(asked, found, fault == Fault.LOST_PAGE).toString());
  }

  private ObjectNode page(Asked asked, List<JsonNode> found, boolean half) {
    ObjectNode page = JSON.createObjectNode();
    ArrayNode value = page.putArray("value");
    if (half) {
      page.put("nextLink", FakeArm.ENDPOINT + "/nowhere");
      value.addAll(found.subList(0, found.size() / 2));
      return page;
    }
    String[] query = asked.url().split("skip=");
    int from = query.length > 1 ? Integer.parseInt(query[1]) : 0;
    int to = pageSize > 0 ? Math.min(found.size(), from + pageSize) : found.size();
    value.addAll(found.subList(from, to));
    if (to < found.size()) {
      page.put("nextLink", query[0] + (query.length > 1 ? "" : "&") + "skip=" + to);
    }
    return page;
  }

  /** Like ARM: ids of all ipConfigurations in the subnets, with their properties if expanded. */
  private ObjectNode network(JsonNode network, boolean expanded) {
    ObjectNode copy = network.deepCopy();
    Map<String, ArrayNode> bySubnet = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (JsonNode subnet : copy.path("properties").path("subnets")) {
      ArrayNode of = ((ObjectNode) subnet).withObject("/properties").putArray("ipConfigurations");
      bySubnet.put(subnet.path("id").asText(), of);
    }
    for (JsonNode configuration : configurations()) {
      JsonNode properties = configuration.path("properties");
      ArrayNode of = bySubnet.get(properties.path("subnet").path("id").asText());
      if (of != null) {
        ObjectNode one = of.addObject().set("id", configuration.path("id"));
        if (expanded) {
          one.putObject("properties").set("privateIPAddress", properties.path("privateIPAddress"));
        }
      }
    }
    return copy;
  }

  private List<JsonNode> configurations() {
    List<JsonNode> all = new ArrayList<>();
    for (String kind : List.of("networkInterfaces", "virtualMachineScaleSetNetworkInterfaces")) {
      for (JsonNode nic : snapshot.path(kind)) {
        nic.path("properties").path("ipConfigurations").forEach(all::add);
      }
    }
    return all;
  }
}
