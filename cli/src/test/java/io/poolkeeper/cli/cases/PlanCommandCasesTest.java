package io.poolkeeper.cli.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case through the {@code plan} command: its document says what a run must leave. */
class PlanCommandCasesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  static List<PlanCase> cases() {
    return PlanCase.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theDocumentShowsWhatTheCaseWants(PlanCase given) throws IOException {
    Run run = run(given);
    Ending wanted = Ending.wanted(given);
    Ending found = ending(given, JSON.readTree(run.out()));
    assertEquals(wanted, found, () -> given.file() + "\n" + run.out());
    boolean quiet =
        found.error().isEmpty()
            && found.poolWrites() == 0
            && found.held().isEmpty()
            && found.skipped().isEmpty();
    assertEquals(found.error().isEmpty() ? quiet ? 0 : 2 : 1, run.exitCode());
  }

  private Run run(PlanCase given) throws IOException {
    Path mapping = Files.write(folder.resolve("mapping.json"), given.mapping());
    Path snapshot = folder.resolve("snapshot.json");
    JSON.writeValue(snapshot.toFile(), given.arm());
    List<String> arguments =
        new ArrayList<>(
            List.of("plan", "--mapping", mapping.toString(), "--snapshot", snapshot.toString()));
    given.reconcile().forEach(name -> arguments.addAll(List.of("--load-balancer", name)));
    arguments.addAll(List.of("--set", "DEFAULT_OUTBOUND=" + given.defaultOutbound()));
    arguments.addAll(List.of("--set", "EGRESS_PROTOCOLS=" + given.protocols()));
    arguments.addAll(List.of("--output", "json", "--now", "2026-12-01T12:00:00Z"));
    return Run.of(arguments.toArray(String[]::new));
  }

  private static Ending ending(PlanCase given, JsonNode document) {
    Map<String, Set<String>> pools = Ending.ipPools(given.arm(), given.arm());
    Set<String> held = new TreeSet<>();
    Set<String> skipped = new TreeSet<>();
    for (JsonNode balancer : document.path("loadBalancers")) {
      String name = balancer.path("name").asText();
      if (balancer.path("pools").isEmpty() && !settled(balancer)) {
        skipped.add(Ending.skipped(name, "", balancer.path("outcome").asText()));
      }
      for (JsonNode pool : balancer.path("pools")) {
        String poolName = pool.path("name").asText();
        pools.computeIfPresent(Ending.lower(name + "/" + poolName), (key, old) -> after(pool, old));
        if (pool.path("result").asText().equals("skipped")) {
          skipped.add(Ending.skipped(name, poolName, pool.path("reason").asText()));
        }
        for (JsonNode hold : pool.path("held")) {
          held.add(
              Ending.held(
                  name, poolName, hold.path("address").asText(), hold.path("reason").asText()));
        }
      }
    }
    return new Ending(
        pools,
        held,
        skipped,
        Ending.text(document.at("/error/code")),
        document.path("poolWrites").asInt());
  }

  private static Set<String> after(JsonNode pool, Set<String> before) {
    return pool.path("result").asText().equals("skipped")
        ? before
        : Ending.addresses(pool.path("after"));
  }

  private static boolean settled(JsonNode balancer) {
    return Set.of("UPDATED", "UNCHANGED").contains(balancer.path("outcome").asText());
  }
}
