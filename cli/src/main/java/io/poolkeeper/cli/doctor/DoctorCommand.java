package io.poolkeeper.cli.doctor;

import io.poolkeeper.app.OperatorArm;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.azure.arm.ArmRest;
import io.poolkeeper.model.ArmId;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a deployment lacks: reads, and never writes anything. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says what is missing before the app can do its work: providers, permissions per resource",
      "group, data roles, containers and queues, topics, settings; and what no role can mend: deny",
      "assignments, policies, locks. Reads Azure as who is logged in with 'az login', else as the",
      "machine's managed identity; writes nothing."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is missing",
      "2:something is missing or in the way, or could not be looked at",
      "1:error: wrong usage or a refused setting"
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final int SOUND = 0;
  private static final int ERROR = 1;
  private static final int LACKS = 2;

  /** Form of the answer. */
  enum Output {
    TEXT,
    JSON
  }

  @Option(
      names = "--function-app",
      paramLabel = "ID",
      description =
          "ARM id of the function app: its settings, its identity, its storage, and the resource"
              + " groups of POOLKEEPER_SCOPE.")
  private String app;

  @Option(
      names = "--resource-group",
      paramLabel = "NAME[=HOLDS]",
      description =
          "A resource group (name or id) and what it holds: loadBalancers, network, machines, with"
              + " commas; without =HOLDS all three. Repeat for more.")
  private List<String> groups = List.of();

  @Option(
      names = "--subscription",
      paramLabel = "ID",
      defaultValue = "${env:AZURE_SUBSCRIPTION_ID}",
      description = "Of resource groups given by name. Default: $AZURE_SUBSCRIPTION_ID.")
  private String subscription;

  @Option(
      names = "--principal",
      paramLabel = "ID",
      description =
          "Object id whose rights are looked at. Default: the app's identity; without an app who"
              + " calls.")
  private String principal;

  @Option(names = "--state-account", paramLabel = "ID", description = "Default: by the settings.")
  private String stateAccount;

  @Option(names = "--data-account", paramLabel = "ID", description = "Default: by the settings.")
  private String dataAccount;

  @Option(
      names = "--without-events",
      description = "No topics are expected (POOLKEEPER_EVENTS none).")
  private boolean withoutEvents;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "CLOUD, LOCAL_ARM_ENDPOINT or LOCAL_ARM_CA; repeat for more.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--output", paramLabel = "text|json", description = "Default: text.")
  private Output output = Output.TEXT;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Diagnosis diagnosis = new Doctor(reads()).examine(given());
      out.print(output == Output.JSON ? DoctorDocument.of(diagnosis) : DoctorText.of(diagnosis));
      return diagnosis.findings().isEmpty() ? SOUND : LACKS;
    } catch (IllegalArgumentException e) {
      if (output == Output.JSON) {
        out.print(DoctorDocument.ofError(e.getMessage()));
      } else {
        spec.commandLine().getErr().println("poolkeeper: " + e.getMessage());
        spec.commandLine().getErr().flush();
      }
      return ERROR;
    } finally {
      out.flush();
    }
  }

  private ArmReads reads() {
    SettingsResult<ArmRest> arm = OperatorArm.rest(settings);
    return new ArmReads(
        arm.settings()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        arm.violations().stream()
                            .map(SettingProblem::toString)
                            .collect(Collectors.joining("; ", "--set is refused: ", "")))),
        () -> UUID.randomUUID().toString());
  }

  private Doctor.Case given() {
    if (app == null && groups.isEmpty()) {
      throw new IllegalArgumentException(
          "expected --function-app or --resource-group, found neither");
    }
    List<Target> targets = new ArrayList<>();
    Optional<String> given = Optional.ofNullable(subscription).filter(id -> !id.isBlank());
    groups.forEach(text -> targets.add(Target.parse(text, given)));
    return new Doctor.Case(
        id("--function-app", app, "Microsoft.Web/sites"),
        targets,
        Optional.ofNullable(principal),
        id("--state-account", stateAccount, "Microsoft.Storage/storageAccounts"),
        id("--data-account", dataAccount, "Microsoft.Storage/storageAccounts"),
        !withoutEvents);
  }

  private static Optional<String> id(String option, String text, String type) {
    if (text == null) {
      return Optional.empty();
    }
    return Optional.of(
        ArmId.parse(text)
            .filter(id -> id.isOfType(type))
            .map(ArmId::text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        option + ": expected the ARM id of a " + type + ", found " + text)));
  }
}
