package io.poolkeeper.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.cli.demo.Screen.Tone;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.devstack.arm.Stranding;
import io.poolkeeper.devstack.arm.WriteRecord;
import io.poolkeeper.devstack.host.Invocation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** One step of the story at a time: shows what is seen of it and checks it. */
final class Scene {
  /** A request that met a busy lease comes back within a minute; most steps take two seconds. */
  private static final Duration BOUND = Duration.ofSeconds(75);

  private static final Duration QUIET_BOUND = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final LocalAzure azure;
  private final Screen screen;
  private final ReportLog log;
  private final List<List<String>> rows = new ArrayList<>();
  private int number;
  private int reportsBefore;
  private int deliveriesBefore;
  private int writesBefore;
  private Map<String, Integer> callsBefore = Map.of();
  private String title = "";
  private String asked = "";
  private String outcomes = "";
  private String held = "";

  Scene(LocalAzure azure, Screen screen) {
    this.azure = azure;
    this.screen = screen;
    this.log = new ReportLog(azure.host().logFile());
    rows.add(List.of("step", "asked by", "outcome", "pool writes", "held"));
  }

  void begin(String name, String text) throws IOException {
    endStep();
    settle();
    number++;
    title = name;
    asked = "";
    outcomes = "";
    held = "0";
    reportsBefore = log.all(ReportLog.RECONCILED).size();
    deliveriesBefore = log.all(ReportLog.INGESTED).size();
    writesBefore = azure.arm().writes().size();
    callsBefore = azure.arm().requestCounts();
    screen.say("");
    screen.say(Tone.TITLE, number + ". " + name);
    screen.say("   " + text);
  }

  /** The app's own writes come back as events and find nothing to do; the next step waits. */
  private void settle() {
    long end = System.nanoTime() + QUIET_BOUND.toNanos();
    while (System.nanoTime() - end < 0) {
      boolean told = azure.arm().eventsDelivered() >= azure.arm().writes().size();
      if (told && azure.queueIsQuiet() && idle()) {
        return;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private boolean idle() {
    Set<String> running = new HashSet<>();
    for (Invocation invocation : azure.host().invocations()) {
      if (!running.remove(invocation.invocationId())) {
        running.add(invocation.invocationId());
      }
    }
    return running.isEmpty();
  }

  /** Waits for a report of this step and shows it. */
  JsonNode await(Predicate<JsonNode> wanted, String expected) throws IOException, StoryFailure {
    JsonNode report = log.await(ReportLog.RECONCILED, reportsBefore, wanted, expected, BOUND);
    String name = Reports.name(report);
    asked = join(asked, report.path("cause").asText());
    outcomes = join(outcomes, name + " " + report.path("outcome").asText());
    screen.fact(
        Tone.PLAIN,
        "asked",
        "%s: look at %s (reconcile %s)"
            .formatted(
                report.path("cause").asText(), name, brief(report.path("reconcileId").asText())));
    screen.fact(Tone.PLAIN, "read", read(report) + ", all under the lease; " + calls());
    screen.fact(Tone.PLAIN, "outcome", outcome(report));
    Reports.held(report).forEach(line -> screen.fact(Tone.HELD, "held", line));
    Reports.warnings(report).forEach(line -> screen.fact(Tone.HELD, "warning", line));
    held = Integer.toString(Integer.parseInt(held) + report.path("held").asInt());
    return report;
  }

  /** Waits for the line of a delivery of events. */
  JsonNode awaitDelivery(Predicate<JsonNode> wanted, String expected)
      throws IOException, StoryFailure {
    return log.await(ReportLog.INGESTED, deliveriesBefore, wanted, expected, BOUND);
  }

  private static String join(String first, String more) {
    return first.isEmpty() || first.equals(more) ? more : first + ", " + more;
  }

  private static String brief(String id) {
    return id.substring(0, Math.min(8, id.length()));
  }

  /** A mapping that is refused has no revision, and nothing after it is looked at. */
  private static String read(JsonNode report) {
    long revision = report.path("revision").asLong();
    return revision == 0
        ? "the mapping, which is refused"
        : "mapping revision %d, controls (%s), %s"
            .formatted(revision, report.path("mode").asText(), Reports.name(report));
  }

  private static String outcome(JsonNode report) {
    String reason = report.path("reason").asText();
    boolean list = report.path("outcome").asText().equals("INVALID_MAPPING");
    if (list) {
      return "INVALID_MAPPING, with the same places";
    }
    String outcome = report.path("outcome").asText();
    return outcome + (reason.isEmpty() ? "" : ": " + reason);
  }

  /** Reads in ARM since the step began, as the simulator counted them. */
  private String calls() {
    Map<String, Integer> counts = new TreeMap<>();
    azure
        .arm()
        .requestCounts()
        .forEach(
            (call, count) -> {
              int more = count - callsBefore.getOrDefault(call, 0);
              if (call.startsWith("GET ") && more > 0) {
                counts.put(call.substring(call.lastIndexOf('/') + 1), more);
              }
            });
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return all == 0 ? "no ARM read" : all + " ARM reads so far: " + words(counts);
  }

  private static String words(Map<String, Integer> counts) {
    List<String> words = new ArrayList<>();
    counts.forEach((kind, count) -> words.add(kind + (count > 1 ? " x" + count : "")));
    return String.join(", ", words);
  }

  /** What apply mode would have done. */
  void would(JsonNode report) throws StoryFailure {
    List<String> changes = Reports.changes(report, "wouldAdd", "wouldRemove");
    changes.forEach(line -> screen.fact(Tone.PLAIN, "would", line));
    check(changes.size() == 2, "two pools that would change", changes.toString());
  }

  /** Shows the writes that the simulator accepted since the step began. */
  void writes() throws StoryFailure {
    List<WriteRecord> writes = poolWrites();
    for (WriteRecord write : writes) {
      screen.fact(Tone.GOOD, "written", words(write));
    }
    check(!writes.isEmpty(), "at least one pool write", "none");
    checkNoneWeaker();
  }

  void noWrites() throws StoryFailure {
    List<WriteRecord> writes = poolWrites();
    check(writes.isEmpty(), "no pool write", writes.stream().map(Scene::words).toList().toString());
    screen.fact(Tone.QUIET, "written", "nothing");
    checkNoneWeaker();
  }

  private List<WriteRecord> poolWrites() {
    List<WriteRecord> all = azure.arm().writes();
    return all.subList(writesBefore, all.size()).stream()
        .filter(write -> !write.poolName().isEmpty())
        .toList();
  }

  private static String words(WriteRecord write) {
    String loadBalancer = write.loadBalancer();
    StringBuilder text = new StringBuilder("PUT ");
    text.append(loadBalancer.substring(loadBalancer.lastIndexOf('/') + 1)).append('/');
    text.append(write.poolName());
    write.added().forEach(address -> text.append("  +").append(address));
    write.removed().forEach(address -> text.append("  -").append(address));
    String ifMatch = write.ifMatch().isEmpty() ? "no If-Match" : "If-Match";
    return text.append("  (")
        .append(ifMatch)
        .append(", ")
        .append(write.status())
        .append(")")
        .toString();
  }

  /** The simulator judges egress after every write, without the app's code. */
  private void checkNoneWeaker() throws StoryFailure {
    List<Stranding> strandings = azure.arm().strandings();
    check(strandings.isEmpty(), "no machine weaker after any write", strandings.toString());
  }

  void members(String loadBalancer, String pool, String... addresses) throws StoryFailure {
    Set<String> expected = new TreeSet<>(Arrays.asList(addresses));
    Set<String> found = new TreeSet<>();
    for (JsonNode balancer : azure.arm().dump().path("loadBalancers")) {
      if (balancer.path("name").asText().equals(loadBalancer)) {
        for (JsonNode candidate : balancer.at("/properties/backendAddressPools")) {
          if (candidate.path("name").asText().equals(pool)) {
            candidate
                .at("/properties/loadBalancerBackendAddresses")
                .forEach(entry -> found.add(entry.at("/properties/ipAddress").asText()));
          }
        }
      }
    }
    check(
        expected.equals(found),
        "pool %s/%s with %s".formatted(loadBalancer, pool, expected),
        found.toString());
    screen.fact(Tone.QUIET, "pool", loadBalancer + "/" + pool + " " + found);
  }

  void remark(Tone tone, String label, String text) {
    screen.fact(tone, label, text);
  }

  void check(boolean holds, String expected, String found) throws StoryFailure {
    if (!holds) {
      throw new StoryFailure(expected, found);
    }
  }

  private void endStep() {
    if (number > 0) {
      rows.add(
          List.of(
              number + ". " + title, asked, outcomes, Integer.toString(poolWrites().size()), held));
    }
  }

  void end() {
    endStep();
    number = 0;
  }

  List<List<String>> table() {
    return rows;
  }
}
