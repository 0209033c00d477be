package io.poolkeeper.cli.demo;

import io.poolkeeper.cli.demo.Screen.Tone;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The whole app on a local Azure, telling a story that checks itself. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the staged app on a local Azure and tells its story: real storage leases, a real queue,",
      "ARM over HTTPS, events over HTTP. Everything stops at the end."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the story came true",
      "1:it did not: what was expected, and where logs are; with --keep, all that was kept has ended"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String STAGED = "functions/target/azure-functions/poolkeeper";

  @Option(names = "--keep", description = "Leave everything running at the end; Ctrl-C stops it.")
  private boolean keep;

  @Option(names = "--no-color", description = "Plain text; also with NO_COLOR set.")
  private boolean noColor;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    boolean plain = noColor || System.getenv("NO_COLOR") != null || System.console() == null;
    Screen screen = new Screen(out, !plain);
    Path root = root();
    Path logs = root.resolve(".poolkeeper").resolve("demo");
    try {
      return run(root, logs, screen);
    } catch (StoryFailure e) {
      screen.say("");
      screen.say(Tone.BAD, "The story did not come true.");
      e.getMessage().lines().forEach(line -> screen.say(Tone.BAD, "   " + line));
    } catch (IOException | RuntimeException e) {
      screen.say("");
      screen.say(Tone.BAD, "The demo could not go on: " + e);
    }
    screen.say("   the app's log: " + logs.resolve("app.log"));
    screen.say("   its invocations: " + logs.resolve("app.invocations.jsonl"));
    return 1;
  }

  /** The script says where the checkout is; without it the working folder has to be it. */
  private static Path root() {
    String root = System.getenv("POOLKEEPER_ROOT");
    return Path.of(root == null ? "" : root).toAbsolutePath().normalize();
  }

  private int run(Path root, Path logs, Screen screen) throws IOException, StoryFailure {
    Path staged = root.resolve(STAGED);
    if (!Files.isDirectory(staged)) {
      throw new IOException(
          "no staged package in " + staged + "; build it: mvn -DskipTests package");
    }
    long began = System.nanoTime();
    forget(logs);
    Path snapshot = World.azure(logs);
    screen.say(Tone.TITLE, "Starting a local Azure and the app on it");
    LocalAzure azure =
        LocalAzure.start(
            new LocalAzure.Stage(
                staged, new Options().snapshot(snapshot), World.scope(), logs, List.of("app")),
            (part, where) -> screen.fact(Tone.PLAIN, part, where + " (" + seconds(began) + " s)"));
    Thread stop = new Thread(azure::close, "stop-demo");
    Runtime.getRuntime().addShutdownHook(stop);
    Story story = new Story(azure, screen);
    story.tell();
    end(screen, story, logs, seconds(began));
    if (keep) {
      stay(screen, azure);
      return 1;
    }
    return 0;
  }

  /** Logs of an earlier demo would tell its story. */
  private static void forget(Path logs) throws IOException {
    for (String name : List.of("app.log", "app.invocations.jsonl")) {
      Files.deleteIfExists(logs.resolve(name));
    }
  }

  private static long seconds(long began) {
    return (System.nanoTime() - began) / 1_000_000_000L;
  }

  private static void end(Screen screen, Story story, Path logs, long seconds) {
    screen.say("");
    screen.say(Tone.TITLE, "What happened, in " + seconds + " s");
    screen.table(story.table());
    screen.say("");
    screen.say(Tone.TITLE, "Where to look next");
    screen.say("   the app's report lines: " + logs.resolve("app.log"));
    screen.say("   the same planner on files: ./poolkeeper help plan, README.md");
    screen.say("   how it works: docs/architecture.md; every word: docs/runbook.md");
  }

  /** Until Ctrl-C; returns only when nothing is left to keep. */
  private static void stay(Screen screen, LocalAzure azure) {
    screen.say("");
    screen.say(Tone.TITLE, "Still running; Ctrl-C stops everything");
    azure.urls().forEach((what, url) -> screen.say("   " + what + ": " + url));
    new Watch(screen, azure::isStopping).untilAllHaveEnded(parts(azure));
  }

  /** What runs in processes of its own. */
  private static List<Watch.Part> parts(LocalAzure azure) {
    List<Watch.Part> parts = new ArrayList<>();
    for (FunctionHost host : azure.hosts()) {
      String name = "the function host at " + host.uri();
      parts.add(new Watch.Part(name, host.process(), "its log: " + host.logFile()));
    }
    String storage = "the storage at " + azure.storage().blobEndpoint();
    parts.add(new Watch.Part(storage, azure.storage().process(), ""));
    return parts;
  }
}
