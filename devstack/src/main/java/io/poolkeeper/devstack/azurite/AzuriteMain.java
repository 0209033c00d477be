package io.poolkeeper.devstack.azurite;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs Azurite in the foreground and prints its connection string. */
@Command(
    name = "azurite",
    mixinStandardHelpOptions = true,
    description = "Runs the pinned Azurite on free loopback ports until interrupted.")
public final class AzuriteMain implements Callable<Integer> {
  @Option(names = "--installation", description = "Folder to install Azurite in.")
  private Path installation;

  @Option(names = "--location", description = "Folder that keeps the data (default: memory).")
  private Path location;

  /** Entry point. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new AzuriteMain()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    AzuriteOptions options = AzuriteOptions.inMemory();
    options = installation == null ? options : options.installedIn(installation);
    options = location == null ? options : options.keptIn(location);
    try (Azurite azurite = Azurite.start(options)) {
      System.out.println(azurite.connectionString());
      return azurite.waitFor();
    }
  }
}
