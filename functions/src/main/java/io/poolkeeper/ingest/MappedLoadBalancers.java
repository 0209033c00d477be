package io.poolkeeper.ingest;

import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What the mappings name at this moment, with the ledgers where they are asked for. */
final class MappedLoadBalancers {
  private static final int LEDGERS_AT_ONCE = 16;
  private static final int MAX_VIOLATIONS = 20;

  /** A load balancer with the mapping that names it. */
  record Mapped(Mapping mapping, Mapping.LoadBalancerEntry entry) {
    ArmId id() {
      return entry.id();
    }

    String cluster() {
      return mapping.cluster();
    }
  }

  private final List<Mapping> mappings = new ArrayList<>();
  private final List<Mapped> all = new ArrayList<>();
  private final List<Map<String, Object>> problems = new ArrayList<>();

  /** Reads the mappings of these clusters; what is wrong with one is kept, not thrown. */
  MappedLoadBalancers(DocumentCache documents, List<String> clusters) {
    for (String cluster : clusters) {
      Loaded<Mapping> loaded = documents.mapping(cluster);
      loaded
          .value()
          .ifPresent(
              mapping -> {
                mappings.add(mapping);
                mapping
                    .loadBalancers()
                    .values()
                    .forEach(entry -> all.add(new Mapped(mapping, entry)));
              });
      if (loaded.kind() != Loaded.Kind.VALID) {
        problems.add(problem(cluster, loaded));
      }
    }
  }

  /** Those that are valid. */
  List<Mapping> mappings() {
    return mappings;
  }

  List<Mapped> all() {
    return all;
  }

  /** One a cluster: outcome, and each violation with its JSON path. */
  List<Map<String, Object>> problems() {
    return problems;
  }

  /** Which mappings could not be looked into, for people; empty: none. */
  Optional<String> refusal() {
    return problems.stream()
        .map(one -> "the mapping of " + one.get("cluster") + " is " + one.get("outcome"))
        .reduce((some, next) -> some + ", " + next);
  }

  static Map<ArmId, Ledger> ledgers(Ledgers ledgers, Parallel parallel, List<Mapped> of) {
    List<ArmId> ids = of.stream().map(Mapped::id).distinct().toList();
    Map<ArmId, Ledger> read = new LinkedHashMap<>();
    for (int from = 0; from < ids.size(); from += LEDGERS_AT_ONCE) {
      List<ArmId> some = ids.subList(from, Math.min(ids.size(), from + LEDGERS_AT_ONCE));
      List<Supplier<Ledgers.Read>> calls = new ArrayList<>();
      some.forEach(id -> calls.add(() -> ledgers.read(id)));
      List<Ledgers.Read> results = parallel.all(calls);
      for (int i = 0; i < some.size(); i++) {
        read.put(some.get(i), results.get(i).ledger());
      }
    }
    return read;
  }

  private static Map<String, Object> problem(String cluster, Loaded<Mapping> loaded) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("cluster", cluster);
    boolean invalid = loaded.kind() == Loaded.Kind.INVALID;
    problem.put("outcome", invalid ? "INVALID_MAPPING" : "MAPPING_UNREADABLE");
    problem.put("detail", loaded.detail());
    List<Violation> violations = loaded.violations();
    problem.put(
        "violations",
        violations.stream()
            .limit(MAX_VIOLATIONS)
            .map(violation -> violation.path() + ": " + violation.message())
            .toList());
    problem.put("violationCount", violations.size());
    return problem;
  }
}
