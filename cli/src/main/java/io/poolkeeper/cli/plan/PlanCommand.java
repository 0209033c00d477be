package io.poolkeeper.cli.plan;

import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.cli.input.InputFiles;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Offline dry run: what the app would do, from files alone. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what a run of the app would do to load balancers, from files alone.",
      "The app's own planner and egress guard decide; nothing is written anywhere."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing to do",
      "2:changes, holds, skips or refusals",
      "1:error: a file, a document, a setting, or a name that the mapping does not know"
    })
public final class PlanCommand implements Callable<Integer> {
  private static final int NOTHING = 0;
  private static final int ERROR = 1;
  private static final int SOMETHING = 2;

  /** Form of the answer. */
  enum Output {
    TEXT,
    JSON
  }

  @Option(
      names = "--mapping",
      required = true,
      paramLabel = "FILE",
      description = "Mapping document (poolkeeper.mapping/v1).")
  private Path mapping;

  @Option(
      names = "--snapshot",
      required = true,
      paramLabel = "FILE",
      description = "Azure as plain ARM JSON: loadBalancers, virtualNetworks, ...")
  private Path snapshot;

  @Option(
      names = "--load-balancer",
      required = true,
      paramLabel = "NAME",
      description =
          "Key in the mapping, without case; repeat for more. Each is planned on the state that the"
              + " earlier ones left.")
  private List<String> loadBalancers;

  @Option(
      names = "--controls",
      paramLabel = "FILE",
      description = "Controls document (poolkeeper.controls/v1).")
  private Path controls;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting without its prefix, for example MODE=observe; repeat for more.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--output", paramLabel = "text|json", description = "Default: text.")
  private Output output = Output.TEXT;

  @Option(
      names = "--explain",
      description = "Says of each removal that is made why it may be: what way out is left.")
  private boolean explain;

  /** The moment that pauses, approvals and ages are measured against. */
  @Option(names = "--now", hidden = true)
  private Instant now;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Mapping document = InputFiles.mapping(mapping);
      List<Planned> planned = plan(document);
      out.print(
          output == Output.JSON
              ? PlanDocument.of(planned, explain)
              : PlanText.of(planned, nodes(document), explain));
      return planned.stream().allMatch(Planned::quiet) ? NOTHING : SOMETHING;
    } catch (InputFailure e) {
      if (output == Output.JSON) {
        out.print(PlanDocument.of(e));
      } else {
        say(e);
      }
      return ERROR;
    } finally {
      out.flush();
    }
  }

  private List<Planned> plan(Mapping document) throws InputFailure {
    List<Mapping.LoadBalancerEntry> entries = OfflinePlan.entries(document, loadBalancers);
    Controls read = InputFiles.controls(Optional.ofNullable(controls), document.cluster());
    OfflineSettings checked = InputFiles.settings(settings);
    SnapshotState state = new SnapshotState(InputFiles.snapshot(snapshot));
    Instant moment = now == null ? Clock.systemUTC().instant() : now;
    return new OfflinePlan(document, read, checked, state, moment).run(entries);
  }

  private static Map<Address, String> nodes(Mapping mapping) {
    Map<Address, String> nodes = new HashMap<>();
    mapping
        .nodes()
        .values()
        .forEach(node -> node.addresses().forEach(a -> nodes.putIfAbsent(a, node.name())));
    return nodes;
  }

  private void say(InputFailure failure) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("poolkeeper: " + failure.code() + ": " + failure.getMessage());
    for (Violation violation : failure.violations()) {
      err.println("  " + violation.path() + "  " + violation.message());
    }
    err.flush();
  }
}
