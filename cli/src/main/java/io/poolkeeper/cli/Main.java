package io.poolkeeper.cli;

import io.poolkeeper.cli.audit.AuditCommand;
import io.poolkeeper.cli.chaos.ChaosCommand;
import io.poolkeeper.cli.conformance.ConformanceCommand;
import io.poolkeeper.cli.demo.DemoCommand;
import io.poolkeeper.cli.doctor.DoctorCommand;
import io.poolkeeper.cli.plan.PlanCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code poolkeeper} command. */
@Command(
    name = "poolkeeper",
    description =
        "Keeps the backend pools of Azure Standard Load Balancers equal to a mapping of services.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanCommand.class,
      AuditCommand.class,
      DoctorCommand.class,
      ConformanceCommand.class,
      DemoCommand.class,
      ChaosCommand.class,
      HelpCommand.class
    })
public final class Main implements Runnable {
  /** Wrong usage, an unreadable file, an unmapped name, or a demo whose story did not come true. */
  static final int EXIT_ERROR = 1;

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Main());
    // 2 means "there is something to do", so wrong usage must not be 2.
    commandLine.setExitCodeExceptionMapper(failure -> EXIT_ERROR);
    commandLine.setParameterExceptionHandler(
        (failure, arguments) -> {
          CommandLine failed = failure.getCommandLine();
          failed.getErr().println("poolkeeper: " + failure.getMessage());
          failed.getErr().println("see: " + help(failed));
          return EXIT_ERROR;
        });
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    for (CommandLine command : commandLine.getSubcommands().values()) {
      UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      usage.description(sentences(usage.description()));
    }
    return commandLine;
  }

  private static String help(CommandLine failed) {
    boolean top = failed.getParent() == null;
    return "poolkeeper help" + (top ? "" : " " + failed.getCommandName());
  }

  /** The list of commands shows the first element alone, so it has to be a whole sentence. */
  private static String[] sentences(String... lines) {
    return String.join(" ", lines).split("(?<=\\.) (?=[A-Z])");
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing, one of: " + String.join(", ", spec.subcommands().keySet()));
  }
}
