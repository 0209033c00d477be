package io.poolkeeper.devstack.azurite;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder in which the pinned Azurite is installed by {@code install.cjs}. */
record AzuriteInstallation(Path folder) {

  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "install.cjs", "run.cjs");

  /** Brings the installation up to the lock file; progress goes to this process's output. */
  static AzuriteInstallation ensure(Optional<Path> wanted) throws IOException {
    Path folder = wanted.isPresent() ? prepared(wanted.get()) : ofCheckout();
    Process process =
        new ProcessBuilder("node", "install.cjs").directory(folder.toFile()).inheritIO().start();
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException("installing Azurite in " + folder + " ended with " + code);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while installing Azurite in " + folder, e);
    }
    return new AzuriteInstallation(folder);
  }

  Path runner() {
    return folder.resolve("run.cjs");
  }

  /** Looks beside the classes (checkout or its jar) first, then upwards from the working folder. */
  private static Path ofCheckout() throws IOException {
    return Stream.concat(codeLocation().stream(), Stream.of(Path.of("").toAbsolutePath()))
        .flatMap(start -> Stream.iterate(start, p -> p != null, Path::getParent))
        .flatMap(p -> Stream.of(p.resolve("azurite"), p.resolve("devstack").resolve("azurite")))
        .filter(p -> Files.isRegularFile(p.resolve("install.cjs")))
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "devstack/azurite was not found beside the program nor above "
                        + Path.of("").toAbsolutePath()
                        + ": name a folder to install Azurite in"));
  }

  private static Optional<Path> codeLocation() {
    CodeSource source = AzuriteInstallation.class.getProtectionDomain().getCodeSource();
    try {
      return source == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()).toAbsolutePath());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Path prepared(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : FILES) {
      try (InputStream in = AzuriteInstallation.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("the program does not carry Azurite's " + name);
        }
        byte[] bytes = in.readAllBytes();
        Path target = folder.resolve(name);
        if (!Files.exists(target) || !Arrays.equals(Files.readAllBytes(target), bytes)) {
          Files.write(target, bytes);
        }
      }
    }
    return folder.toAbsolutePath();
  }
}
