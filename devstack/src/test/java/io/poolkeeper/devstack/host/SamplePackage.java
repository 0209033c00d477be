package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.poolkeeper.devstack.sample.OtherFunctions;
import io.poolkeeper.devstack.sample.QueueFunctions;
import io.poolkeeper.devstack.sample.SampleInjector;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Stages the sample app as the Maven plugin would: function folders, host.json, jar, lib. */
final class SamplePackage {
  private static final String QUEUE =
      "{\"type\":\"queueTrigger\",\"direction\":\"in\",\"name\":\"message\",\"queueName\":\"%s\",\"connection\":\"DATA\"}";
  private final Path folder;
  private boolean injector;

  private SamplePackage(Path folder) {
    this.folder = folder;
  }

  static SamplePackage in(Path folder) {
    return new SamplePackage(folder);
  }

  SamplePackage withInjector() {
    injector = true;
    return this;
  }

  SamplePackage hostJson(String json) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("host.json"), json);
    return this;
  }

  SamplePackage queues(String encoding) throws IOException {
    return hostJson(
        """
        {"version":"2.0","extensions":{"queues":{"batchSize":4,"newBatchThreshold":2,"maxDequeueCount":3,
        "visibilityTimeout":"00:00:00","maxPollingInterval":"00:00:00.200","messageEncoding":"%s"}},
        "singleton":{"listenerLockPeriod":"00:00:15","listenerLockRecoveryPollingInterval":"00:00:01"}}
        """
            .formatted(encoding));
  }

  SamplePackage queueFunctions() throws IOException {
    return function("Record", QueueFunctions.class, "record", QUEUE.formatted("%SAMPLE_QUEUE%"))
        .function("Slow", QueueFunctions.class, "slow", QUEUE.formatted("slow"));
  }

  SamplePackage bytes() throws IOException {
    String output =
        "{\"type\":\"queue\",\"direction\":\"out\",\"name\":\"%s\",\"queueName\":\"%s\",\"connection\":\"DATA\"}";
    return function(
        "Bytes",
        QueueFunctions.class,
        "bytes",
        QUEUE.formatted("bytes"),
        output.formatted("$return", "returned"),
        output.formatted("other", "other"));
  }

  SamplePackage timer() throws IOException {
    return function(
        "Tick",
        OtherFunctions.class,
        "tick",
        "{\"type\":\"timerTrigger\",\"direction\":\"in\",\"name\":\"timer\",\"schedule\":\"%SAMPLE_SCHEDULE%\"}");
  }

  SamplePackage longTimer() throws IOException {
    return function(
        "LongTick",
        OtherFunctions.class,
        "longTick",
        "{\"type\":\"timerTrigger\",\"direction\":\"in\",\"name\":\"timer\",\"schedule\":\"* * * * * *\"}");
  }

  SamplePackage webFunctions() throws IOException {
    String answer = "{\"type\":\"http\",\"direction\":\"out\",\"name\":\"$return\"}";
    return function(
            "Event",
            OtherFunctions.class,
            "event",
            "{\"type\":\"eventGridTrigger\",\"direction\":\"in\",\"name\":\"event\"}")
        .function(
            "Hello",
            OtherFunctions.class,
            "hello",
            "{\"type\":\"httpTrigger\",\"direction\":\"in\",\"name\":\"request\",\"route\":\"hello/{name}\",\"methods\":[\"POST\"],\"authLevel\":\"FUNCTION\"}",
            answer)
        .function(
            "Open",
            OtherFunctions.class,
            "open",
            "{\"type\":\"httpTrigger\",\"direction\":\"in\",\"name\":\"request\",\"authLevel\":\"ANONYMOUS\"}",
            answer);
  }

  private SamplePackage function(String name, Class<?> type, String method, String... bindings)
      throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve("function.json");
    Files.writeString(
        file,
        "{\"scriptFile\":\"../sample.jar\",\"entryPoint\":\"%s.%s\",\"bindings\":[%s]}"
            .formatted(type.getName(), method, String.join(",", bindings)));
    return this;
  }

  /** Writes the jar of the sample classes and puts the API's jar into lib, as the plugin does. */
  Path stage() throws IOException {
    Path classes = location(QueueFunctions.class);
    try (JarOutputStream jar =
            new JarOutputStream(Files.newOutputStream(folder.resolve("sample.jar")));
        Stream<Path> files = Files.walk(classes.resolve("io/poolkeeper/devstack/sample"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entry(
            jar, classes.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
      }
      if (injector) {
        entry(
            jar,
            "META-INF/services/com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector",
            SampleInjector.class.getName().getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    Path lib = Files.createDirectories(folder.resolve("lib"));
    for (Class<?> type : List.of(QueueTrigger.class)) {
      Path jar = location(type);
      Files.copy(jar, lib.resolve(jar.getFileName().toString()));
    }
    return folder;
  }

  private static void entry(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
