package io.poolkeeper.cli.conformance;

import io.poolkeeper.app.OperatorArm;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.azure.arm.ArmRest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** Asks Azure itself what no document says, in a resource group of its own. */
@Command(
    name = "conformance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Asks Azure what no document says, one check per open fact, in a throwaway resource group that",
      "is deleted at the end, also after a failure or Ctrl-C. It makes a load balancer, a network and",
      "public addresses, no machine; it costs cents. Needs Contributor on the subscription."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every check that ran was answered as assumed, and the group is gone",
      "2:some answer is another one, some check failed, or the group may still be there",
      "1:error: wrong usage or a refused setting"
    })
public final class ConformanceCommand implements Callable<Integer> {
  private static final int AS_ASSUMED = 0;
  private static final int ERROR = 1;
  private static final int OTHERWISE = 2;

  @Option(
      names = "--subscription",
      paramLabel = "ID",
      required = true,
      description = "Where the throwaway resource group is made.")
  private String subscription;

  @Option(names = "--location", paramLabel = "REGION", description = "For example westeurope.")
  private String location;

  @Option(names = "--report", paramLabel = "FILE", description = "Writes the report as JSON.")
  private Path report;

  @Option(
      names = "--recordings",
      paramLabel = "FOLDER",
      description = "Writes every call, scrubbed of ids, tokens and addresses, one file each.")
  private Path recordings;

  @Option(
      names = "--keep",
      description = "Leaves the resource group for a look; it goes on costing.")
  private boolean keep;

  @Option(names = "--cleanup", description = "Only deletes what earlier runs left, and ends.")
  private boolean cleanup;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "CLOUD, LOCAL_ARM_ENDPOINT or LOCAL_ARM_CA; repeat for more.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** Between two looks at an operation. */
  @Option(names = "--poll", hidden = true)
  private Duration poll = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      ArmRest arm = arm();
      return cleanup ? cleanUp(arm, out) : run(arm, out);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      spec.commandLine().getErr().println("poolkeeper: " + e.getMessage());
      spec.commandLine().getErr().flush();
      return ERROR;
    } finally {
      out.flush();
    }
  }

  private ArmRest arm() {
    SettingsResult<ArmRest> arm = OperatorArm.rest(settings);
    return arm.settings()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    arm.violations().stream()
                        .map(SettingProblem::toString)
                        .collect(Collectors.joining("; ", "--set is refused: ", ""))));
  }

  private int cleanUp(ArmRest arm, PrintWriter out) {
    List<String> names = Cleanup.left(arm, subscription);
    boolean all = true;
    for (String name : names) {
      Optional<String> left = lab(arm, new Recorder(), name).demolish();
      out.println(name + ": " + left.map(why -> "STILL THERE, " + why).orElse("deleted"));
      all &= left.isEmpty();
    }
    out.println(names.size() + " found.");
    return all ? AS_ASSUMED : OTHERWISE;
  }

  private int run(ArmRest arm, PrintWriter out) {
    if (location == null || location.isBlank()) {
      throw new IllegalArgumentException("expected --location REGION, found none");
    }
    Recorder recorder = new Recorder();
    Lab lab = lab(arm, recorder, Cleanup.PREFIX + UUID.randomUUID().toString().substring(0, 8));
    PrintWriter err = spec.commandLine().getErr();
    Conformance conformance =
        new Conformance(
            lab,
            recorder,
            line -> {
              err.println("  " + line);
              err.flush();
            });
    if (!keep) {
      // After a whole run it finds nothing to do.
      Runtime.getRuntime().addShutdownHook(new Thread(conformance::demolish, "demolish"));
    }
    Conformance.Outcome outcome = conformance.run(keep);
    Report said = new Report(outcome, recorder, keep ? Optional.of(lab.group()) : Optional.empty());
    write(said, recorder);
    out.print(said.text());
    return said.conforms() && outcome.left().isEmpty() ? AS_ASSUMED : OTHERWISE;
  }

  private void write(Report said, Recorder recorder) {
    try {
      if (report != null) {
        Files.writeString(report, said.json());
      }
      if (recordings != null) {
        recorder.write(recordings);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("report or recordings cannot be written", e);
    }
  }

  private Lab lab(ArmRest arm, Recorder recorder, String name) {
    return new Lab(
        arm,
        recorder,
        pause -> java.util.concurrent.TimeUnit.MILLISECONDS.sleep(pause.toMillis()),
        poll,
        subscription,
        name,
        location);
  }
}
