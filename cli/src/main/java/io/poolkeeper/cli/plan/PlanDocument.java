package io.poolkeeper.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The plan's JSON document; {@code docs/reference.md}, "Plan JSON", is its description. */
final class PlanDocument {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PlanDocument() {}

  static String of(List<Planned> all) {
    ObjectNode root = JSON.createObjectNode();
    root.putNull("error");
    ArrayNode loadBalancers = root.putArray("loadBalancers");
    all.forEach(planned -> loadBalancer(loadBalancers.addObject(), planned));
    ArrayNode order = JSON.createArrayNode();
    all.stream()
        .filter(Planned::writes)
        .forEach(planned -> planned.plan().ifPresent(plan -> writes(order, plan)));
    root.put("poolWrites", order.size());
    root.set("writeOrder", order);
    return text(root);
  }

  static String of(PlanFailure failure) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode error = root.putObject("error");
    error.put("code", failure.code().name());
    error.put("message", failure.getMessage());
    ArrayNode paths = error.putArray("paths");
    for (Violation violation : failure.violations()) {
      paths.addObject().put("path", violation.path()).put("message", violation.message());
    }
    root.putArray("loadBalancers");
    root.put("poolWrites", 0);
    root.putArray("writeOrder");
    return text(root);
  }

  private static void loadBalancer(ObjectNode json, Planned planned) {
    json.put("name", planned.name());
    json.put("outcome", planned.outcome().name());
    json.put("digest", planned.plan().map(Plan::digest).orElse(null));
    ArrayNode pools = json.putArray("pools");
    ArrayNode warnings = json.putArray("warnings");
    planned
        .plan()
        .ifPresent(
            plan -> {
              plan.pools().forEach(pool -> pool(pools.addObject(), pool));
              plan.warnings().forEach(warning -> warning(warnings.addObject(), warning));
            });
  }

  private static void pool(ObjectNode json, Plan.PoolPlan pool) {
    json.put("name", pool.pool());
    json.put("result", pool.result().name().toLowerCase(Locale.ROOT));
    json.put("reason", pool.skip().map(Enum::name).orElse(null));
    addresses(json.putArray("before"), pool.before());
    addresses(json.putArray("after"), pool.after());
    addresses(json.putArray("added"), pool.added());
    addresses(json.putArray("removed"), pool.removed());
    ArrayNode held = json.putArray("held");
    for (Plan.Held each : pool.held()) {
      ObjectNode entry = held.addObject().put("address", each.address().text());
      entry.put("node", each.node()).put("reason", each.reason().name());
      entry.put("evidence", each.evidence());
    }
    ArrayNode refused = json.putArray("refused");
    for (Plan.Refused each : pool.refused()) {
      ObjectNode entry = refused.addObject().put("address", each.address().text());
      entry.put("node", each.node()).put("reason", each.reason().name());
    }
  }

  private static void warning(ObjectNode json, Warning warning) {
    json.put("word", warning.word().name());
    warning.details().forEach(json::put);
  }

  private static void writes(ArrayNode order, Plan plan) {
    for (PoolWrite write : plan.writes()) {
      ObjectNode json = order.addObject().put("loadBalancer", plan.name());
      json.put("pool", write.pool());
      addresses(json.putArray("add"), write.added());
      addresses(json.putArray("remove"), write.removals());
    }
  }

  private static void addresses(ArrayNode json, Collection<Address> addresses) {
    new TreeSet<>(addresses).forEach(address -> json.add(address.text()));
  }

  private static String text(JsonNode json) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
