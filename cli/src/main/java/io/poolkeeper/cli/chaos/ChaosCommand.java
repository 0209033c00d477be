package io.poolkeeper.cli.chaos;

import io.poolkeeper.devstack.arm.EtagMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Real processes, killed and stopped at random, and a count of what was lost. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Kills, stops and restarts three workers of the staged app at random on a local Azure.",
      "Mappings, network, throttling and failures change meanwhile; at the end every pool has to be",
      "as wanted and no machine may ever have been cut off. One summary line on standard output."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:nothing was lost", "1:something was: what, and where the logs are"})
public final class ChaosCommand implements Callable<Integer> {
  private static final String STAGED = "functions/target/azure-functions/poolkeeper";
  private static final DateTimeFormatter FOLDER =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Option(
      names = "--minutes",
      defaultValue = "5",
      description = "How long, before all has to become right (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      description = "Of every choice; processes and clocks go their own way (default: random).")
  private Long seed;

  @Option(
      names = "--load-balancers",
      defaultValue = "8",
      description = "How many, 2 to 20 (default: ${DEFAULT-VALUE}).")
  private int loadBalancers;

  @Option(
      names = "--etags",
      defaultValue = "SHARED",
      description = "Of pools: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private EtagMode etags;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (!(minutes > 0 && minutes <= 24 * 60) || loadBalancers < 2 || loadBalancers > 20) {
      throw new ParameterException(
          spec.commandLine(),
          "expected --minutes above 0 and at most 1440 and --load-balancers 2 to 20, found %s and %d"
              .formatted(minutes, loadBalancers));
    }
    PrintWriter err = spec.commandLine().getErr();
    String root = System.getenv("POOLKEEPER_ROOT");
    Path checkout = Path.of(root == null ? "" : root).toAbsolutePath().normalize();
    Path staged = checkout.resolve(STAGED);
    if (!Files.isDirectory(staged)) {
      err.println("no staged package in " + staged + "; build it: mvn -DskipTests package");
      return 1;
    }
    long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    Path logs =
        checkout.resolve(".poolkeeper/chaos").resolve(FOLDER.format(Clock.systemUTC().instant()));
    err.println("chaos: seed " + chosen + ", logs in " + logs);
    err.flush();
    Duration length = Duration.ofMillis((long) (minutes * 60_000));
    return run(new Chaos.Order(staged, logs, length, chosen, loadBalancers, etags), err);
  }

  private int run(Chaos.Order order, PrintWriter err) {
    Chaos chaos =
        new Chaos(
            order,
            line -> {
              err.println("  " + line);
              err.flush();
            });
    Runtime.getRuntime().addShutdownHook(new Thread(chaos::stop, "stop-chaos"));
    Chaos.Outcome outcome;
    try {
      outcome = chaos.run();
    } catch (IOException | RuntimeException e) {
      err.println("chaos could not go on: " + e + "\n  logs: " + order.logs());
      return 1;
    }
    outcome.counts().forEach((what, count) -> err.println("  " + what + ": " + count));
    for (String finding : outcome.findings()) {
      err.println("  FOUND " + finding);
    }
    if (!outcome.findings().isEmpty()) {
      err.println("  logs: " + order.logs());
    }
    err.flush();
    PrintWriter out = spec.commandLine().getOut();
    out.println(outcome.summary());
    out.flush();
    return outcome.findings().isEmpty() ? 0 : 1;
  }
}
