package io.poolkeeper.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar that runs. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {"poolkeeper " + (version == null ? "(not packaged)" : version)};
  }
}
