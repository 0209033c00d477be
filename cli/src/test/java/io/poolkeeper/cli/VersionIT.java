package io.poolkeeper.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packaged command, started as the script starts it. */
class VersionIT {

  @Test
  void thePackagedCommandSaysTheVersionOfTheProject() throws IOException, InterruptedException {
    Path target = Checkout.root().resolve("cli/target");
    Process command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                target.resolve("poolkeeper-cli.jar")
                    + java.io.File.pathSeparator
                    + Files.readString(target.resolve("classpath")).strip(),
                Main.class.getName(),
                "--version")
            .redirectErrorStream(true)
            .start();
    String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, command.waitFor(), said);
    assertEquals("poolkeeper " + projectVersion(), said.strip());
  }

  private static String projectVersion() throws IOException {
    String pom = Files.readString(Checkout.root().resolve("pom.xml"));
    Matcher version =
        Pattern.compile("<artifactId>poolkeeper-parent</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(pom);
    assertEquals(true, version.find(), "no version of poolkeeper-parent in pom.xml");
    return version.group(1);
  }
}
