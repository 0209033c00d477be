package io.poolkeeper.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.egress.AuditReport;
import io.poolkeeper.egress.AuditReport.AuditedAddress;
import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.Level;
import io.poolkeeper.egress.AuditReport.PoolMembership;
import io.poolkeeper.egress.AuditReport.WayOut;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Protocol;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** The audit JSON of {@code docs/reference.md}. */
final class AuditDocument {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private AuditDocument() {}

  static String of(AuditReport report) {
    ObjectNode document = NODES.objectNode();
    document.putNull("error");
    ArrayNode addresses = document.putArray("addresses");
    report.addresses().forEach(address -> addresses.add(address(address)));
    ArrayNode absent = document.putArray("withoutMachine");
    for (AuditReport.AbsentMember member : report.absent()) {
      ObjectNode json = absent.addObject().put("address", member.address().text());
      json.put("network", member.network().map(ArmId::text).orElse(null));
      json.set("pools", texts(member.pools()));
    }
    document.set("unknown", texts(report.unknown()));
    AuditCount count = AuditCount.of(report);
    document.put("machines", count.machines());
    document.put("machinesAtRisk", count.atRisk());
    document.put("machinesPerhapsAtRisk", count.perhaps());
    return document.toPrettyString() + "\n";
  }

  static String of(InputFailure failure) {
    ObjectNode document = NODES.objectNode();
    ObjectNode error = document.putObject("error");
    error.put("code", failure.code().name()).put("message", failure.getMessage());
    error.set(
        "paths",
        texts(failure.violations().stream().map(v -> v.path() + ": " + v.message()).toList()));
    document.putArray("addresses");
    document.putArray("withoutMachine");
    document.putArray("unknown");
    document.put("machines", 0).put("machinesAtRisk", 0).put("machinesPerhapsAtRisk", 0);
    return document.toPrettyString() + "\n";
  }

  private static ObjectNode address(AuditedAddress address) {
    ObjectNode json = NODES.objectNode().put("address", address.address().text());
    json.put("family", address.address().family().text());
    json.put("machine", address.machine().map(ArmId::text).orElse(null));
    json.put("network", address.network().text());
    json.put("subnet", address.subnet().map(ArmId::text).orElse(null));
    json.set("strength", strength(address.strength()));
    ArrayNode ways = json.putArray("waysOut");
    address.waysOut().forEach(way -> ways.add(way(way)));
    ArrayNode single = json.putArray("singlePoints");
    ArrayNode weaker = json.putArray("weakerWithout");
    for (Dependence one : address.dependences()) {
      (one.kind() == DependenceKind.SINGLE_POINT ? single : weaker).add(dependence(one));
    }
    json.set("unknown", texts(address.unknown()));
    return json;
  }

  private static ObjectNode way(WayOut way) {
    ObjectNode json = NODES.objectNode().put("kind", way.kind().name());
    json.set("strength", strength(way.strength()));
    way.pool().ifPresent(pool -> put(json, pool));
    return json.put("evidence", way.evidence());
  }

  private static ObjectNode dependence(Dependence one) {
    ObjectNode json = NODES.objectNode();
    put(json, one.pool());
    json.set("protocols", texts(one.protocols().stream().map(Protocol::name).toList()));
    json.put("inDoubt", one.inDoubt());
    json.set("remedies", texts(one.remedies()));
    return json.put("evidence", one.evidence());
  }

  private static void put(ObjectNode json, PoolMembership pool) {
    json.put("pool", pool.name()).put("id", pool.pool().text());
    json.put("membership", pool.nic() ? "NIC" : "IP");
    ObjectNode rules = json.putObject("rules");
    pool.rules().forEach((protocol, rule) -> rules.put(protocol.name(), rule));
    json.put("outboundOnly", !pool.servesRules());
  }

  private static ObjectNode strength(SortedMap<Protocol, Level> strength) {
    ObjectNode json = NODES.objectNode();
    strength.forEach((protocol, level) -> json.put(protocol.name(), level.name()));
    return json;
  }

  private static ArrayNode texts(Collection<String> texts) {
    ArrayNode array = NODES.arrayNode();
    List.copyOf(texts).forEach(array::add);
    return array;
  }
}
