package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The expected ends of the plan cases, judged by the simulator: safe as they are, unsafe with one
 * hold less.
 */
class PlanCasesAgainstJudgeTest {
  private final List<String> complaints = new ArrayList<>();

  @Test
  void expectedPoolsWeakenNobodyAndEveryHoldIsNeeded() throws IOException {
    int judged = 0;
    for (Path file : SharedFolder.files("cases/plan")) {
      JsonNode plan = Json.MAPPER.readTree(file.toFile());
      if (plan.path("then").path("error").isNull()
          || plan.path("then").path("error").isMissingNode()) {
        new Case(plan).check();
        judged++;
      }
    }
    System.out.println("plan cases judged by the simulator: " + judged);
    assertEquals(List.of(), complaints);
  }

  private final class Case {
    private final JsonNode plan;
    private final JsonNode mapping;
    private final Engine engine;
    private final Options options = new Options();
    private final Set<String> protocols = new HashSet<>(Set.of("TCP"));
    private final World start;

    Case(JsonNode plan) {
      this.plan = plan;
      this.mapping = plan.path("given").path("mapping");
      JsonNode settings = plan.path("given").path("settings");
      settings.path("protocols").forEach(p -> protocols.add(p.asText()));
      Set<String> known = new LinkedHashSet<>();
      mapping.path("nodes").forEach(n -> n.path("addresses").forEach(a -> known.add(a.asText())));
      options
          .assumeDefaultOutbound(settings.path("defaultOutbound").asText().equals("assume"))
          .knownAddresses(known)
          .ownedPools(owned());
      engine = new Engine(options, new Events());
      engine.load(plan.path("given").path("arm"));
      start = world();
    }

    void check() {
      Map<String, JsonNode> wanted = new LinkedHashMap<>();
      plan.path("then")
          .path("pools")
          .properties()
          .forEach(p -> wanted.put(p.getKey(), p.getValue()));
      wanted.forEach((pool, addresses) -> write(pool, Set.copyOf(texts(addresses)), true));
      for (Stranding weaker : weakerThanStart()) {
        if (wasRemoved(weaker.address())) {
          complaints.add(name() + ": expected end weakens " + weaker);
        }
      }
      if (plan.path("when").path("reconcile").size() > 1) {
        return; // a hold of an earlier run may not be needed any more in the end
      }
      for (JsonNode held : plan.path("then").path("held")) {
        if (held.path("reason").asText().matches("WOULD_STRAND_EGRESS|EGRESS_UNKNOWN")) {
          checkHold(held);
        }
      }
    }

    private void checkHold(JsonNode held) {
      String pool = held.path("loadBalancer").asText() + "/" + held.path("pool").asText();
      String address = Addresses.canonical(held.path("address").asText());
      ObjectNode before = engine.dump();
      write(pool, Set.of(address), false);
      if (weakerThanStart().stream().noneMatch(s -> s.address().equals(address))) {
        complaints.add(name() + ": hold is not needed: " + held);
      }
      engine.load(before);
    }

    /**
     * Keeps what stays, adds what is new; or takes addresses out. Writes nothing when nothing
     * changes.
     */
    private void write(String path, Set<String> addresses, boolean exactly) {
      String balancer = path.substring(0, path.indexOf('/'));
      String pool = path.substring(path.indexOf('/') + 1);
      ObjectNode root = null;
      for (JsonNode node : Json.items(engine.dump(), "loadBalancers")) {
        root = Json.text(node, "name").equalsIgnoreCase(balancer) ? (ObjectNode) node : root;
      }
      ObjectNode existing = ResourceStore.child(root, "backendAddressPools", pool);
      Set<String> members = new LinkedHashSet<>(PoolBody.members(existing));
      Set<String> next = new LinkedHashSet<>(members);
      if (exactly) {
        next.clear();
        addresses.forEach(a -> next.add(Addresses.canonical(a)));
      } else {
        next.removeAll(addresses);
      }
      if (!next.equals(members)) {
        put(Json.text(existing, "id"), body(existing, next));
      }
    }

    private ObjectNode body(ObjectNode existing, Set<String> next) {
      ObjectNode body = Json.object();
      ObjectNode properties = body.putObject("properties");
      if (existing.path("properties").has("virtualNetwork")) {
        properties.set("virtualNetwork", existing.path("properties").get("virtualNetwork"));
      }
      ArrayNode entries = properties.putArray("loadBalancerBackendAddresses");
      Set<String> missing = new LinkedHashSet<>(next);
      for (JsonNode entry : Json.items(existing, "properties", "loadBalancerBackendAddresses")) {
        String address = Json.text(entry, "properties", "ipAddress");
        if (!address.isEmpty() && missing.remove(Addresses.canonical(address))) {
          entries.add(entry);
        }
      }
      for (String address : missing) {
        ObjectNode entry = entries.addObject().put("name", "new-" + address);
        ObjectNode added = entry.putObject("properties").put("ipAddress", address);
        if (!properties.has("virtualNetwork")) {
          added.putObject("virtualNetwork").put("id", mapping.path("virtualNetwork").asText());
        }
      }
      return body;
    }

    private void put(String id, ObjectNode body) {
      Request request = Requests.of("PUT", id, body);
      Reply reply = engine.handle(request, ArmId.parse(id), List.of());
      if (reply.status() != 200) {
        complaints.add(name() + ": PUT " + id + " answered " + reply);
      }
    }

    private List<Stranding> weakerThanStart() {
      String written = "";
      if (plan.path("when").path("reconcile").size() == 1) {
        written = Json.lower(balancerId(plan.path("when").path("reconcile").get(0).asText()));
      }
      List<Stranding> found =
          new ArrayList<>(new EgressJudge(options).weaker(start, world(), written, 0));
      found.removeIf(s -> !protocols.contains(s.protocol()) || !s.machine());
      return found;
    }

    private boolean wasRemoved(String address) {
      for (JsonNode balancer : Json.items(plan.path("given").path("arm"), "loadBalancers")) {
        for (JsonNode pool : Json.items(balancer, "properties", "backendAddressPools")) {
          String path = Json.text(balancer, "name") + "/" + Json.text(pool, "name");
          JsonNode end = plan.path("then").path("pools").path(path);
          if (PoolBody.members((ObjectNode) pool).contains(address)
              && end.isArray()
              && texts(end).stream().noneMatch(a -> Addresses.canonical(a).equals(address))) {
            return true;
          }
        }
      }
      return false;
    }

    private World world() {
      return engine.court(court -> court.world(options));
    }

    /** Pools that the mapping names, by the rules for their names. */
    private Set<String> owned() {
      Set<String> ids = new HashSet<>();
      mapping
          .path("services")
          .properties()
          .forEach(
              s -> {
                String id = balancerId(s.getValue().path("loadBalancer").asText());
                boolean local = s.getValue().path("externalTrafficPolicy").asText().equals("Local");
                String pool =
                    local ? s.getKey().replace('/', '-') : mapping.path("cluster").asText();
                List<String> names = new ArrayList<>(List.of(pool, pool + "-ipv6"));
                s.getValue().path("pools").forEach(p -> names.add(p.asText()));
                names.forEach(n -> ids.add(Json.lower(id + "/backendAddressPools/" + n)));
              });
      return ids;
    }

    private String balancerId(String name) {
      for (Map.Entry<String, JsonNode> balancer : mapping.path("loadBalancers").properties()) {
        if (balancer.getKey().equalsIgnoreCase(name)) {
          return balancer.getValue().path("id").asText();
        }
      }
      return "";
    }

    private String name() {
      return plan.path("name").asText();
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> found = new ArrayList<>();
    array.forEach(a -> found.add(a.asText()));
    return found;
  }
}
