package io.poolkeeper.mapping;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One mapping while it is read. */
final class MappingDocument implements StrictJson.Document<Mapping> {
  private static final String SCHEMA = "poolkeeper.mapping/v1";
  private static final long MAX_EPOCH = Integer.MAX_VALUE;

  /** Largest whole number that every JSON implementation keeps exactly. */
  private static final long MAX_REVISION = 9_007_199_254_740_991L;

  private static final Shape SHAPE =
      new Shape(
          "the mapping",
          List.of(
              "schema",
              "cluster",
              "revision",
              "virtualNetwork",
              "loadBalancers",
              "nodes",
              "services"),
          List.of("epoch", "generatedAt"));

  private final String folder;
  private JsonCursor cursor;
  private Values values;
  private LoadBalancerSection loadBalancers;
  private NodeSection nodes;
  private ServiceSection services;
  private Optional<String> cluster = Optional.empty();
  private Optional<Long> epoch = Optional.of(0L);
  private Optional<Long> revision = Optional.empty();
  private Optional<Instant> generatedAt = Optional.empty();
  private Optional<ArmId> virtualNetwork = Optional.empty();

  MappingDocument(String folder) {
    this.folder = folder;
  }

  @Override
  public void read(JsonCursor cursor) throws IOException {
    this.cursor = cursor;
    values = new Values(cursor);
    NodeNames nodeNames = new NodeNames(cursor);
    loadBalancers = new LoadBalancerSection(cursor, nodeNames);
    nodes = new NodeSection(cursor);
    services = new ServiceSection(cursor, nodeNames);
    cursor.object(SHAPE, this::property);
  }

  private boolean property(String name) throws IOException {
    switch (name) {
      case "schema":
        values.exactly(SCHEMA);
        return true;
      case "cluster":
        cluster = Cluster.read(cursor, values, folder);
        return true;
      case "epoch":
        epoch = cursor.integer(0, MAX_EPOCH);
        return true;
      case "revision":
        revision = cursor.integer(0, MAX_REVISION);
        return true;
      case "generatedAt":
        generatedAt = values.time();
        return true;
      case "virtualNetwork":
        virtualNetwork = values.id(IdKind.NETWORK);
        return true;
      case "loadBalancers":
        loadBalancers.read();
        return true;
      case "nodes":
        nodes.read();
        return true;
      case "services":
        services.read();
        return true;
      default:
        return false;
    }
  }

  @Override
  public void check(ViolationList violations) {
    new References(loadBalancers, nodes, services, violations).check();
  }

  @Override
  public Mapping build() {
    SortedMap<String, Mapping.LoadBalancerEntry> entries = new TreeMap<>();
    loadBalancers.entries.values().forEach(entry -> entries.put(entry.name(), entry.build()));
    SortedMap<String, Mapping.Service> built = new TreeMap<>();
    services.entries.values().forEach(service -> built.put(service.name(), build(service)));
    return new Mapping(
        cluster.orElseThrow(),
        epoch.orElseThrow(),
        revision.orElseThrow(),
        generatedAt,
        virtualNetwork.orElseThrow(),
        Collections.unmodifiableSortedMap(entries),
        Collections.unmodifiableSortedMap(nodes.nodes),
        Collections.unmodifiableSortedMap(built));
  }

  private Mapping.Service build(ServiceSection.Entry service) {
    String name = service.loadBalancer().orElseThrow().toLowerCase(Locale.ROOT);
    return new Mapping.Service(
        service.name(),
        loadBalancers.spelling.get(name),
        service.policy(),
        service.families(),
        service.nodes(),
        service.pools());
  }
}
