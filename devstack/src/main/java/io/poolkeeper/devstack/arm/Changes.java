package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes accepted changes: new versions, etags, operation, log, judgement. Callers hold the
 * simulator's lock.
 */
final class Changes {
  /** An accepted write: what is there now (null: nothing) and what was sent. */
  record Change(
      Request request,
      ArmId id,
      ObjectNode existing,
      JsonNode body,
      Operation.Course course,
      Options options,
      Instant now) {}

  private final ResourceStore store;
  private final Operations operations;
  private final WriteLog log;
  private final Court court;

  Changes(ResourceStore store, Operations operations, WriteLog log, Court court) {
    this.store = store;
    this.operations = operations;
    this.log = log;
    this.court = court;
  }

  Reply pool(Change change) {
    return write(
        change,
        "PutLoadBalancerBackendAddressPoolOperation",
        () -> {
          ObjectNode root = ResourceStore.copyForChildWrite(store.get(change.id.rootKey()));
          ObjectNode existing = ResourceStore.child(root, "backendAddressPools", change.id.name(1));
          ObjectNode pool = PoolBody.merge(change.id, Json.text(root, "id"), existing, change.body);
          if (existing != null) {
            Set<String> ended = PoolBody.gone(existing, pool);
            ended.addAll(configurationsOf(existing, pool));
            PoolBody.endConfigurations(Json.properties(pool), ended);
            leave(ended, Json.id(pool));
          }
          putChild(root, "backendAddressPools", pool);
        });
  }

  Reply child(Change change) {
    return write(
        change,
        "Put" + change.id.type(1) + "Operation",
        () -> {
          ObjectNode root = ResourceStore.copyForChildWrite(store.get(change.id.rootKey()));
          ObjectNode child = change.body.deepCopy();
          child.put(
              "name",
              change.existing == null ? change.id.name(1) : Json.text(change.existing, "name"));
          ArmId rootId = ArmId.parse(Json.text(root, "id"));
          ResourceBody.child(child, Json.text(root, "id"), rootId.fullType(), change.id.type(1));
          putChild(root, change.id.type(1), child);
        });
  }

  Reply resource(Change change) {
    return write(
        change,
        "Put" + change.id.type(change.id.steps().size() / 2 - 1) + "Operation",
        () -> {
          ObjectNode resource = ResourceBody.resource(change.id, change.existing, change.body);
          store.etags().stampAll(resource);
          store.put(resource);
        });
  }

  Reply delete(Change change) {
    return write(
        change,
        "Delete" + change.id.type(change.id.steps().size() / 2 - 1) + "Operation",
        () -> {
          if (!Writer.isChild(change.id)) {
            store.remove(change.id.key());
            return;
          }
          ObjectNode root = ResourceStore.copyForChildWrite(store.get(change.id.rootKey()));
          ResourceBody.replace(root, change.id.type(1), change.id.name(1), null);
          store.etags().stampChild(root, null);
          store.put(root);
        });
  }

  private void putChild(ObjectNode root, String list, ObjectNode child) {
    ResourceBody.replace(root, list, Json.text(child, "name"), child);
    if (Json.text(root, "properties", "provisioningState").equals("Failed")
        || list.equals("backendAddressPools")) {
      Json.properties(root).put("provisioningState", "Succeeded");
    }
    store.etags().stampChild(root, child);
    store.put(root);
  }

  /**
   * Configurations of the pool whose address was an entry and is none any more: taking the entry
   * out ends both.
   */
  private Set<String> configurationsOf(ObjectNode before, ObjectNode after) {
    Set<String> removed = new HashSet<>(PoolBody.members(before));
    removed.removeAll(PoolBody.members(after));
    Set<String> found = new HashSet<>();
    for (ResourceStore.Entry entry : store.nics()) {
      Nic.read(entry.node()).stream()
          .filter(n -> removed.contains(n.address()))
          .forEach(n -> found.add(n.configuration()));
    }
    return found;
  }

  private void leave(Set<String> configurations, String pool) {
    for (ResourceStore.Entry entry : store.nics()) {
      ObjectNode copy = entry.node().deepCopy();
      boolean changed = false;
      for (JsonNode configuration : Json.items(copy, "properties", "ipConfigurations")) {
        List<JsonNode> pools =
            Json.items(configuration, "properties", "loadBalancerBackendAddressPools");
        if (configurations.contains(Json.id(configuration))
            && pools.removeIf(p -> Json.id(p).equals(pool))) {
          Json.properties((ObjectNode) configuration)
              .putArray("loadBalancerBackendAddressPools")
              .addAll(pools);
          changed = true;
        }
      }
      if (changed) {
        store.etags().stampAll(copy);
        store.put(copy);
      }
    }
  }

  private Reply write(Change change, String name, Runnable apply) {
    ArmId id = change.id;
    World before = court.world(change.options);
    long seq = log.nextSeq();
    boolean onBusy =
        busy(store.get(id.rootKey()), change.existing) || operations.running(id.rootKey()) != null;
    Operation operation = operation(change, name, seq);
    if (operations.running(id.rootKey()) != null) {
      operations.supersede(operations.running(id.rootKey()), name, operation.id);
    }
    List<String> membersBefore = isPool(id) ? PoolBody.members(current(id)) : List.of();
    Map<String, ObjectNode> versions = store.versions();
    apply.run();
    operation.undo = () -> undo(versions, id);
    ObjectNode now = current(id);
    int status = status(change);
    WriteRecord record =
        record(
            change,
            seq,
            now,
            membersBefore,
            isPool(id) ? PoolBody.members(now) : List.of(),
            status,
            onBusy);
    operation.pendingAdditions.addAll(record.added());
    log.add(record);
    operations.start(operation);
    court.judge(before, record, change.options);
    return reply(change, operation, now, status);
  }

  private static int status(Change change) {
    if (change.request.method().equals("DELETE")) {
      return 202;
    }
    return change.existing == null ? 201 : 200;
  }

  private Operation operation(Change change, String name, long seq) {
    ObjectNode root = store.get(change.id.rootKey());
    String location =
        root == null ? Json.text(change.body, "location") : Json.text(root, "location");
    return new Operation(
        name,
        change.id.rootKey(),
        change.id.key(),
        change.request.parameter("api-version"),
        location.isEmpty() ? "westeurope" : location,
        change.course,
        change.now,
        seq);
  }

  private static WriteRecord record(
      Change change,
      long seq,
      ObjectNode now,
      List<String> before,
      List<String> after,
      int status,
      boolean onBusy) {
    return new WriteRecord(
        seq,
        change.request.receivedAt(),
        change.now,
        null,
        change.request.method(),
        change.id.text(),
        isPool(change.id)
            ? Json.text(now == null ? Json.object().put("name", change.id.name(1)) : now, "name")
            : "",
        change.id.rootKey(),
        change.request.header("x-ms-client-request-id"),
        change.request.header("If-Match"),
        change.existing == null ? "" : Json.text(change.existing, "etag"),
        now == null ? "" : Json.text(now, "etag"),
        before,
        after,
        minus(after, before),
        minus(before, after),
        status,
        "InProgress",
        onBusy,
        isPool(change.id) ? PoolBody.readOnlySent(change.body) : List.of(),
        change.body);
  }

  private Reply reply(Change change, Operation operation, ObjectNode now, int status) {
    ArmId id = change.id;
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Azure-AsyncNotification", "Enabled");
    headers.put(
        "Azure-AsyncOperation",
        operation.url(change.request.base(), id.subscription(), "operations"));
    if (status == 202) {
      headers.put(
          "Location", operation.url(change.request.base(), id.subscription(), "operationResults"));
      return new Reply(status, null, headers);
    }
    ObjectNode body = now == null ? Json.object() : now.deepCopy();
    if (!operation.status.equals("Succeeded") || status == 201 && isPool(id)) {
      Json.properties(body).put("provisioningState", "Updating");
    }
    return new Reply(status, body, headers);
  }

  /**
   * Puts back what a cancelled or failed write changed: the child it wrote, or the whole resource,
   * and NICs.
   */
  private void undo(Map<String, ObjectNode> versions, ArmId id) {
    Map<String, ObjectNode> now = store.versions();
    versions.forEach(
        (key, node) -> {
          if (key.contains("/networkinterfaces/") && now.get(key) != null && now.get(key) != node) {
            store.put(node.deepCopy());
          }
        });
    ObjectNode old = versions.get(id.rootKey());
    ObjectNode root = store.get(id.rootKey());
    if (!Writer.isChild(id) || old == null || root == null) {
      undoWhole(id, versions.get(id.key()));
      return;
    }
    ObjectNode copy = ResourceStore.copyForChildWrite(root);
    ObjectNode child = ResourceStore.child(old, id.type(1), id.name(1));
    ObjectNode restored = child == null ? null : child.deepCopy();
    ResourceBody.replace(copy, id.type(1), id.name(1), restored);
    store.etags().stampChild(copy, restored);
    store.put(copy);
  }

  private void undoWhole(ArmId id, ObjectNode old) {
    if (old == null) {
      store.remove(id.key());
    } else {
      ObjectNode copy = old.deepCopy();
      store.etags().stampAll(copy);
      store.put(copy);
    }
  }

  private ObjectNode current(ArmId id) {
    ObjectNode root = store.get(id.rootKey());
    if (!Writer.isChild(id)) {
      return store.get(id.key());
    }
    return root == null ? null : ResourceStore.child(root, id.type(1), id.name(1));
  }

  private static boolean busy(ObjectNode... nodes) {
    for (ObjectNode node : nodes) {
      String state = node == null ? "" : Json.text(node, "properties", "provisioningState");
      if (state.equals("Updating") || state.equals("Deleting")) {
        return true;
      }
    }
    return false;
  }

  static boolean isPool(ArmId id) {
    return id.is("Microsoft.Network", "loadBalancers", "backendAddressPools");
  }

  private static List<String> minus(List<String> from, List<String> what) {
    List<String> left = new ArrayList<>(from);
    left.removeAll(what);
    return left;
  }
}
