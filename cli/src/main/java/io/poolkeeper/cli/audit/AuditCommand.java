package io.poolkeeper.cli.audit;

import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.cli.input.InputFiles;
import io.poolkeeper.egress.AuditReport;
import io.poolkeeper.egress.EgressAudit;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Controls;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What ways out machines have, and which have only one: reads, and never writes anything. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the ways out to the internet of every machine behind load balancers, and the pools",
      "that are the only one. The app's own egress guard judges; nothing is written anywhere."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no machine has a single point of egress",
      "2:some machine has one, or perhaps: something could not be read",
      "1:error: a file, a document, a setting, or a resource group that cannot be read"
    })
public final class AuditCommand implements Callable<Integer> {
  private static final int NONE = 0;
  private static final int ERROR = 1;
  private static final int SOME = 2;

  /** Form of the answer. */
  enum Output {
    TEXT,
    JSON
  }

  /** Where the network is read from. */
  static final class Source {
    @Option(
        names = "--snapshot",
        required = true,
        paramLabel = "FILE",
        description = "Azure as plain ARM JSON: loadBalancers, virtualNetworks, ...")
    private Path snapshot;

    @Option(
        names = "--resource-group",
        required = true,
        paramLabel = "NAME",
        description =
            "Reads Azure: the load balancers of this resource group (name or id) and the network"
                + " around them; repeat for more. As who is logged in with 'az login', else as the"
                + " machine's managed identity.")
    private List<String> resourceGroups;
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Option(
      names = "--subscription",
      paramLabel = "ID",
      defaultValue = "${env:AZURE_SUBSCRIPTION_ID}",
      description = "Of resource groups given by name. Default: $AZURE_SUBSCRIPTION_ID.")
  private String subscription;

  @Option(
      names = "--controls",
      paramLabel = "FILE",
      description = "Controls document (poolkeeper.controls/v1), for declared egress.")
  private Path controls;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A setting without its prefix, for example EGRESS_PROTOCOLS=TCP,UDP; repeat for more.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--output", paramLabel = "text|json", description = "Default: text.")
  private Output output = Output.TEXT;

  /** The moment that declared egress is measured against. */
  @Option(names = "--now", hidden = true)
  private Instant now;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      AuditReport report = report();
      out.print(output == Output.JSON ? AuditDocument.of(report) : AuditText.of(report));
      return report.isClean() ? NONE : SOME;
    } catch (InputFailure e) {
      if (output == Output.JSON) {
        out.print(AuditDocument.of(e));
      } else {
        say(e);
      }
      return ERROR;
    } finally {
      out.flush();
    }
  }

  private AuditReport report() throws InputFailure {
    Controls read = InputFiles.controls(Optional.ofNullable(controls), "");
    OfflineSettings checked = InputFiles.settings(settings);
    EgressAudit.Conditions conditions =
        new EgressAudit.Conditions(
            checked.plan().protocols(),
            checked.plan().assumeDefaultOutbound(),
            read,
            now == null ? Clock.systemUTC().instant() : now);
    return source.snapshot != null
        ? EgressAudit.of(Snapshot.inventory(InputFiles.snapshot(source.snapshot)), conditions)
        : LiveAudit.of(
            source.resourceGroups, Optional.ofNullable(subscription), settings, conditions);
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
