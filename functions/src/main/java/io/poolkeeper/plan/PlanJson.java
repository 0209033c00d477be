package io.poolkeeper.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Warning;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The plan JSON of {@code docs/reference.md}, shared by everything that prints or stores plans.
 * Pure; lists are sorted, load balancers stand in the order in which they were planned.
 */
public final class PlanJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PlanJson() {}

  /**
   * One load balancer of the document.
   *
   * @param name key in the mapping
   * @param plan empty where the outcome left nothing to plan
   * @param allowed why removals of a pool may be made, by its name; empty Optional: not asked for
   */
  public record Entry(
      String name,
      Outcome outcome,
      Optional<Plan> plan,
      Optional<Function<String, List<Plan.Allowed>>> allowed) {

    /** Without the evidence of removals that are made. */
    public Entry(String name, Outcome outcome, Optional<Plan> plan) {
      this(name, outcome, plan, Optional.empty());
    }

    /** A plan that apply mode would carry out. */
    public static Entry of(Plan plan) {
      Outcome outcome = plan.isConverged() ? Outcome.UNCHANGED : Outcome.UPDATED;
      return new Entry(plan.name(), outcome, Optional.of(plan));
    }
  }

  public static ObjectNode document(List<Entry> entries) {
    ObjectNode document = NODES.objectNode();
    document.putNull("error");
    ArrayNode loadBalancers = document.putArray("loadBalancers");
    ArrayNode writeOrder = NODES.arrayNode();
    for (Entry entry : entries) {
      loadBalancers.add(loadBalancer(entry));
      entry.plan().ifPresent(plan -> addWrites(writeOrder, plan));
    }
    document.put("poolWrites", writeOrder.size());
    document.set("writeOrder", writeOrder);
    return document;
  }

  /**
   * A document for input that could not be planned.
   *
   * @param code for example {@code INVALID_MAPPING}
   * @param paths JSON paths, each with its reason
   */
  public static ObjectNode error(String code, String message, List<String> paths) {
    ObjectNode document = NODES.objectNode();
    ObjectNode error = document.putObject("error").put("code", code).put("message", message);
    ArrayNode list = error.putArray("paths");
    paths.forEach(list::add);
    document.putArray("loadBalancers");
    document.put("poolWrites", 0);
    document.putArray("writeOrder");
    return document;
  }

  /** One load balancer, as status and ledger readers show it alone. */
  public static ObjectNode loadBalancer(Entry entry) {
    ObjectNode json = NODES.objectNode();
    json.put("name", entry.name()).put("outcome", entry.outcome().name());
    json.put("digest", entry.plan().map(Plan::digest).orElse(null));
    ArrayNode pools = json.putArray("pools");
    ArrayNode warnings = json.putArray("warnings");
    entry
        .plan()
        .ifPresent(
            plan -> {
              plan.pools().forEach(pool -> pools.add(pool(pool, entry.allowed())));
              plan.warnings().forEach(warning -> warnings.add(warning(warning)));
            });
    return json;
  }

  private static ObjectNode pool(
      Plan.PoolPlan pool, Optional<Function<String, List<Plan.Allowed>>> allowed) {
    ObjectNode json = NODES.objectNode().put("name", pool.pool());
    json.put("result", pool.result().name().toLowerCase(Locale.ROOT));
    json.put("reason", pool.skip().map(Enum::name).orElse(null));
    json.set("before", addresses(pool.before()));
    json.set("after", addresses(pool.after()));
    json.set("added", addresses(pool.added()));
    json.set("removed", addresses(pool.removed()));
    ArrayNode held = json.putArray("held");
    for (Plan.Held hold : pool.held()) {
      held.addObject()
          .put("address", hold.address().text())
          .put("node", hold.node())
          .put("reason", hold.reason().name())
          .put("evidence", hold.evidence());
    }
    allowed.ifPresent(
        all -> {
          ArrayNode list = json.putArray("allowed");
          all.apply(pool.pool())
              .forEach(
                  removal ->
                      list.addObject()
                          .put("address", removal.address().text())
                          .put("node", removal.node())
                          .put("evidence", removal.evidence()));
        });
    ArrayNode refused = json.putArray("refused");
    for (Plan.Refused refusal : pool.refused()) {
      refused
          .addObject()
          .put("address", refusal.address().text())
          .put("node", refusal.node())
          .put("reason", refusal.reason().name());
    }
    return json;
  }

  private static ObjectNode warning(Warning warning) {
    ObjectNode json = NODES.objectNode().put("word", warning.word().name());
    warning.details().forEach(json::put);
    return json;
  }

  private static void addWrites(ArrayNode writeOrder, Plan plan) {
    for (PoolWrite write : plan.writes()) {
      ObjectNode json = writeOrder.addObject().put("loadBalancer", plan.name());
      json.put("pool", write.pool());
      json.set("add", addresses(write.added()));
      json.set("remove", addresses(write.removals()));
    }
  }

  private static ArrayNode addresses(Collection<Address> addresses) {
    ArrayNode array = NODES.arrayNode();
    addresses.forEach(address -> array.add(address.text()));
    return array;
  }
}
