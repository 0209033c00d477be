package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Raw ARM JSON by lower-case id. A stored node is never changed: a write replaces the whole
 * resource, so that older versions stay readable for judging and for stale reads. Not thread-safe;
 * callers hold the simulator's lock.
 */
final class ResourceStore {
  static final String UNIFORM_NIC =
      "microsoft.compute/virtualmachinescalesets/virtualmachines/networkinterfaces";
  private static final String OTHER = "otherResources";
  private static final Map<String, String> LISTS = new LinkedHashMap<>();

  static {
    LISTS.put("loadBalancers", "microsoft.network/loadbalancers");
    LISTS.put("virtualNetworks", "microsoft.network/virtualnetworks");
    LISTS.put("networkInterfaces", "microsoft.network/networkinterfaces");
    LISTS.put("virtualMachineScaleSetNetworkInterfaces", UNIFORM_NIC);
    LISTS.put("publicIPAddresses", "microsoft.network/publicipaddresses");
    LISTS.put("publicIPPrefixes", "microsoft.network/publicipprefixes");
    LISTS.put("natGateways", "microsoft.network/natgateways");
    LISTS.put("routeTables", "microsoft.network/routetables");
  }

  record Entry(ArmId id, ObjectNode node) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, ObjectNode> earlier = new HashMap<>();
  private final Map<String, ArmId> groups = new LinkedHashMap<>();
  private final Map<String, JsonNode> groupTags = new HashMap<>();
  private final Etags etags;

  ResourceStore(Etags etags) {
    this.etags = etags;
  }

  /** Replaces everything. Nothing changes when the snapshot is not usable. */
  void load(JsonNode snapshot) {
    List<ObjectNode> resources = new ArrayList<>();
    if (!snapshot.isObject()) {
      throw new IllegalArgumentException(
          "snapshot: expected a JSON object, found " + snapshot.getNodeType());
    }
    for (Iterator<String> names = snapshot.fieldNames(); names.hasNext(); ) {
      String list = names.next();
      if (!snapshot.get(list).isArray()) {
        throw new IllegalArgumentException(
            "snapshot: $." + list + ": expected an array of ARM resources");
      }
      for (int i = 0; i < snapshot.get(list).size(); i++) {
        resources.add(
            checked(
                snapshot.get(list).get(i), "snapshot: $." + list + "[" + i + "]", LISTS.get(list)));
      }
    }
    entries.clear();
    earlier.clear();
    groups.clear();
    resources.forEach(
        r -> {
          ObjectNode copy = r.deepCopy();
          etags.stampAll(copy);
          put(copy);
        });
    earlier.clear();
  }

  static ObjectNode checked(JsonNode resource, String where, String type) {
    ArmId id = ArmId.parse(Json.text(resource, "id"));
    if (!resource.isObject() || id == null || id.steps().isEmpty() || id.isCollection()) {
      throw new IllegalArgumentException(
          where + ".id: expected an ARM id, found '" + Json.text(resource, "id") + "'");
    }
    if (type != null && !Json.lower(id.fullType()).equals(type)) {
      throw new IllegalArgumentException(
          where + ".id: expected a resource of type " + type + ", found " + id.fullType());
    }
    return (ObjectNode) resource;
  }

  ObjectNode dump() {
    ObjectNode snapshot = Json.object();
    LISTS.keySet().forEach(snapshot::putArray);
    for (Entry entry : entries.values()) {
      String type = Json.lower(entry.id.fullType());
      String list = OTHER;
      for (Map.Entry<String, String> known : LISTS.entrySet()) {
        list = known.getValue().equals(type) ? known.getKey() : list;
      }
      ArrayNode array =
          snapshot.has(list) ? (ArrayNode) snapshot.get(list) : snapshot.putArray(list);
      array.add(entry.node.deepCopy());
    }
    return snapshot;
  }

  ObjectNode get(String key) {
    Entry entry = entries.get(key);
    return entry == null ? null : entry.node;
  }

  /** The version before the last write to this resource; the present one if there was none. */
  ObjectNode earlier(String key) {
    return earlier.getOrDefault(key, get(key));
  }

  /** Takes over a node that nobody changes any more. */
  void put(ObjectNode resource) {
    ArmId id = ArmId.parse(Json.text(resource, "id"));
    Entry old = entries.put(id.key(), new Entry(id, resource));
    if (old != null) {
      earlier.put(id.key(), old.node);
    }
    addGroup(id);
  }

  boolean remove(String key) {
    Entry old = entries.remove(key);
    if (old != null) {
      earlier.put(key, old.node);
    }
    return old != null;
  }

  void addGroup(ArmId id) {
    if (!id.group().isEmpty()) {
      groups.putIfAbsent(groupKey(id), new ArmId(id.subscription(), id.group(), "", List.of()));
    }
  }

  void groupTags(ArmId id, JsonNode tags) {
    groupTags.put(groupKey(id), tags.isObject() ? tags : Json.object());
  }

  JsonNode groupTags(ArmId id) {
    return groupTags.getOrDefault(groupKey(id), Json.object());
  }

  /** With all that is in it. */
  boolean removeGroup(ArmId id) {
    String key = groupKey(id);
    entries.values().removeIf(e -> !e.id.group().isEmpty() && groupKey(e.id).equals(key));
    groupTags.remove(key);
    return groups.remove(key) != null;
  }

  boolean hasGroup(ArmId id) {
    return groups.containsKey(groupKey(id));
  }

  boolean hasSubscription(String subscription) {
    return groups.values().stream().anyMatch(g -> g.subscription().equalsIgnoreCase(subscription));
  }

  List<ArmId> groups(String subscription) {
    List<ArmId> found = new ArrayList<>(groups.values());
    found.removeIf(g -> !g.subscription().equalsIgnoreCase(subscription));
    return found;
  }

  ArmId group(ArmId id) {
    return groups.get(groupKey(id));
  }

  List<Entry> all() {
    return new ArrayList<>(entries.values());
  }

  /** All resources of a type, wherever they are. */
  List<Entry> ofType(String lowerType) {
    List<Entry> found = new ArrayList<>(entries.values());
    found.removeIf(e -> !Json.lower(e.id.fullType()).equals(lowerType));
    return found;
  }

  /** NICs of machines and of uniform scale set instances. */
  List<Entry> nics() {
    List<Entry> found = ofType("microsoft.network/networkinterfaces");
    found.addAll(ofType(UNIFORM_NIC));
    return found;
  }

  /** The present versions by key; a copy that later writes do not touch. */
  Map<String, ObjectNode> versions() {
    Map<String, ObjectNode> copy = new LinkedHashMap<>();
    entries.forEach((key, entry) -> copy.put(key, entry.node));
    return copy;
  }

  Etags etags() {
    return etags;
  }

  /** New etags everywhere, after the mode changed. */
  void restamp() {
    for (Entry entry : List.copyOf(entries.values())) {
      ObjectNode copy = entry.node.deepCopy();
      etags.stampAll(copy);
      entries.put(entry.id.key(), new Entry(entry.id, copy));
    }
  }

  /**
   * A copy whose children can be replaced and stamped; what lies inside the children is shared with
   * the stored version and must not be changed.
   */
  static ObjectNode copyForChildWrite(ObjectNode resource) {
    ObjectNode copy = Json.object();
    copy.setAll(resource);
    ObjectNode properties = copy.putObject("properties");
    for (Map.Entry<String, JsonNode> field : resource.path("properties").properties()) {
      if (!field.getValue().isArray()) {
        properties.set(field.getKey(), field.getValue());
        continue;
      }
      ArrayNode array = properties.putArray(field.getKey());
      for (JsonNode item : field.getValue()) {
        array.add(item.isObject() ? Json.object().setAll((ObjectNode) item) : item);
      }
    }
    return copy;
  }

  /** The child object of a resource by type and name, or null. */
  static ObjectNode child(ObjectNode resource, String type, String name) {
    ArrayNode array = childArray(resource, type);
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i).isObject() && Json.text(array.get(i), "name").equalsIgnoreCase(name)) {
        return (ObjectNode) array.get(i);
      }
    }
    return null;
  }

  /** The array of a child type, its name compared without case; null if there is none. */
  static ArrayNode childArray(ObjectNode resource, String type) {
    for (Iterator<String> names = resource.path("properties").fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (name.equalsIgnoreCase(type) && resource.path("properties").get(name).isArray()) {
        return (ArrayNode) resource.path("properties").get(name);
      }
    }
    return null;
  }

  private static String groupKey(ArmId id) {
    return Json.lower(id.subscription() + "/" + id.group());
  }
}
