package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.models.QueueMessageItem;
import io.poolkeeper.devstack.azurite.Azurite;
import io.poolkeeper.devstack.azurite.AzuriteOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueTriggerIT {
  private static Azurite azurite;
  @TempDir Path folder;

  @BeforeAll
  static void startStorage() throws Exception {
    azurite = Azurite.start(AzuriteOptions.inMemory());
  }

  @AfterAll
  static void stopStorage() {
    azurite.close();
  }

  @Test
  void aMessageIsBoundWithItsMetadataAndDeletedAfterSuccess() throws Exception {
    Bench bench = new Bench(folder, azurite, "straight");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("straight");
    String id = queue.sendMessage("hällo").getMessageId();
    queue.sendMessage("again");
    try (FunctionHost host = FunctionHost.launch(bench.options())) {
      Await.until("two lines", Bench.SOON, () -> bench.seen("record").size() == 2);
      Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
      String line =
          bench.seen("record").stream()
              .filter(l -> l.startsWith("hällo"))
              .findFirst()
              .orElseThrow();
      String[] parts = line.split("\\|");
      assertEquals(id, parts[1]);
      assertEquals("1", parts[2]);
      assertEquals("1", parts[3]);
      assertTrue(
          parts[4].matches("\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00\""),
          "a time reaches a String parameter as quoted JSON, was " + parts[4]);
      assertEquals("hällo", parts[5]);
      assertEquals("calls=1", parts[6]);
      assertEquals("host classes hidden", parts[7]);
      assertTrue(
          host.invocations().stream().filter(Invocation::finished).allMatch(Invocation::succeeded));
      assertEquals(List.of("Record", "Slow"), host.functions());
      URI byHand = host.uri().resolve("/admin/functions/Record?wait=true");
      assertEquals(200, Client.call("POST", byHand, "{\"input\":\"by hand\"}").statusCode());
      assertTrue(bench.seen("record").get(2).startsWith("by hand|"));
    }
  }

  @Test
  void aFailingMessageIsTriedThreeTimesAndThenMovedToThePoisonQueue() throws Exception {
    Bench bench = new Bench(folder, azurite, "failing");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("failing");
    queue.sendMessage("fail");
    try (FunctionHost host = FunctionHost.launch(bench.options())) {
      Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
      QueueClient poison = bench.queue("failing-poison");
      assertEquals("fail", poison.receiveMessage().getBody().toString());
      List<Invocation> ended = host.invocations().stream().filter(Invocation::finished).toList();
      assertEquals(
          List.of(1L, 2L, 3L),
          ended.stream().map(i -> i.details().path("dequeueCount").asLong()).toList());
      assertTrue(ended.stream().noneMatch(Invocation::succeeded));
      assertTrue(ended.get(0).error().contains("told to fail"), ended.get(0).error());
    }
  }

  @Test
  void base64MessagesAreDecodedAndOthersArePoisonedUnseen() throws Exception {
    Bench bench = new Bench(folder, azurite, "encoded");
    bench.app().queues("base64").queueFunctions().bytes().stage();
    QueueClient queue = bench.queue("encoded");
    queue.sendMessage(base64("plain text inside"));
    queue.sendMessage("not base64!");
    QueueClient bytes = bench.queue("bytes");
    bytes.sendMessage(Base64.getEncoder().encodeToString(new byte[] {7, (byte) 200, 0}));
    try (FunctionHost host = FunctionHost.launch(bench.options())) {
      QueueClient poison = bench.queue("encoded-poison");
      Await.until("poisoned", Bench.SOON, () -> Bench.length(poison) == 1);
      assertEquals("not base64!", poison.receiveMessage().getBody().toString());
      assertEquals(1, bench.seen("record").size());
      assertTrue(bench.seen("record").get(0).startsWith("plain text inside|"));
      Await.until("outputs", Bench.SOON, () -> Bench.length(bench.queue("other")) == 1);
      assertEquals(
          base64("first 7"), bench.queue("returned").receiveMessage().getBody().toString());
      assertEquals(base64("length 3"), bench.queue("other").receiveMessage().getBody().toString());
      assertTrue(host.process().isAlive());
    }
  }

  @Test
  void aMessageWithoutTextReachesTheFunctionAsAnEmptyString() throws Exception {
    Bench bench = new Bench(folder, azurite, "empty");
    bench.app().queues("none").queueFunctions().bytes().stage();
    QueueClient queue = bench.queue("empty");
    queue.sendMessage("");
    QueueClient bytes = bench.queue("bytes");
    bytes.sendMessage("");
    try (FunctionHost host = FunctionHost.launch(bench.options())) {
      Await.until("a line", Bench.SOON, () -> !bench.seen("record").isEmpty());
      String[] parts = bench.seen("record").get(0).split("\\|");
      assertEquals("", parts[0]);
      assertEquals("", parts[5]);
      Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
      QueueClient poison = bench.queue("bytes-poison");
      Await.until("poisoned", Bench.SOON, () -> Bench.length(poison) == 1);
      Await.until("gone from its queue", Bench.SOON, () -> Bench.length(bytes) == 0);
      List<Invocation> ended = host.invocations().stream().filter(Invocation::finished).toList();
      assertEquals(1, ended.stream().filter(Invocation::succeeded).count());
      assertEquals(
          List.of(1, 2, 3),
          ended.stream()
              .filter(i -> i.function().equals("Bytes") && !i.succeeded())
              .map(i -> i.details().path("dequeueCount").asInt())
              .toList());
    }
  }

  @Test
  void aFaultOfTheHostItselfCountsAsAFailedTryAndEndsInThePoisonQueue() throws Exception {
    Bench bench = new Bench(folder, azurite, "hostfault");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("hostfault");
    queue.sendMessage("never seen");
    Path noFile = Files.createDirectories(folder.resolve("not-a-file"));
    try (FunctionHost host = FunctionHost.launch(bench.options().invocationLog(noFile))) {
      QueueClient poison = bench.queue("hostfault-poison");
      Await.until("poisoned", Bench.SOON, () -> Bench.length(poison) == 1);
      assertEquals("never seen", poison.receiveMessage().getBody().toString());
      Await.until("gone from its queue", Bench.SOON, () -> Bench.length(queue) == 0);
      assertEquals(List.of(), bench.seen("record"));
      String log = Files.readString(host.logFile());
      assertTrue(log.contains("after 3 tries"), log);
      assertTrue(log.contains("not-a-file"), log);
    }
  }

  @Test
  void aLongRunKeepsItsMessageByRenewing() throws Exception {
    Bench bench = new Bench(folder, azurite, "renewed");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("slow");
    queue.clearMessages();
    queue.sendMessage("8000");
    Duration lease = Duration.ofSeconds(5);
    try (FunctionHost first = FunctionHost.launch(bench.options().messageLease(lease));
        FunctionHost second = FunctionHost.launch(bench.options().messageLease(lease))) {
      Await.until("the run's end", Bench.SOON, () -> bench.seen("slow").contains("end 8000"));
      Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
      assertEquals(List.of("begin 8000", "end 8000"), bench.seen("slow"));
      assertEquals(2, first.invocations().size() + second.invocations().size());
    }
  }

  @Test
  void twoHostsShareAQueueAndRunEachMessageOnce() throws Exception {
    Bench bench = new Bench(folder, azurite, "shared");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("shared");
    try (FunctionHost first = FunctionHost.launch(bench.options());
        FunctionHost second = FunctionHost.launch(bench.options())) {
      IntStream.range(0, 60).forEach(i -> queue.sendMessage("m" + i));
      Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
      List<String> ran =
          Stream.of(first, second)
              .flatMap(host -> host.invocations().stream())
              .filter(Invocation::succeeded)
              .map(i -> i.details().path("messageId").asText())
              .toList();
      assertEquals(60, ran.size());
      assertEquals(60, new TreeSet<>(ran).size());
      assertTrue(!first.invocations().isEmpty() && !second.invocations().isEmpty());
    }
  }

  @Test
  void aMessageOfAKilledHostComesBackForAnother() throws Exception {
    Bench bench = new Bench(folder, azurite, "killed");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("slow");
    queue.clearMessages();
    queue.sendMessage("2500");
    Duration lease = Duration.ofSeconds(2);
    FunctionHost first = FunctionHost.launch(bench.options().messageLease(lease));
    Await.until("the run's start", Bench.SOON, () -> !bench.seen("slow").isEmpty());
    first.kill();
    assertEquals(List.of("started"), first.invocations().stream().map(Invocation::event).toList());
    try (FunctionHost second = FunctionHost.launch(bench.options().messageLease(lease))) {
      Await.until("the run's end", Bench.SOON, () -> bench.seen("slow").contains("end 2500"));
      assertEquals(2, second.invocations().get(0).details().path("dequeueCount").asInt());
    }
  }

  @Test
  void aSuspendedHostLosesItsMessageAndCannotSettleItAfterwards() throws Exception {
    Bench bench = new Bench(folder, azurite, "suspended");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient queue = bench.queue("slow");
    queue.clearMessages();
    queue.sendMessage("2500");
    Duration lease = Duration.ofSeconds(2);
    try (FunctionHost first = FunctionHost.launch(bench.options().messageLease(lease))) {
      Await.until("the run's start", Bench.SOON, () -> !bench.seen("slow").isEmpty());
      first.suspend();
      try (FunctionHost second = FunctionHost.launch(bench.options().messageLease(lease))) {
        Await.until("a second start", Bench.SOON, () -> bench.seen("slow").size() == 2);
        first.resume();
        Await.until("both ends", Bench.SOON, () -> bench.seen("slow").size() == 4);
        Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
        assertEquals(2, second.invocations().get(0).details().path("dequeueCount").asInt());
      }
      Await.until(
          "the refusal is logged",
          Bench.SOON,
          () ->
              Files.readString(first.logFile()).matches("(?s).*ing message .* of slow: 40[04].*"));
      assertTrue(first.process().isAlive());
    }
  }

  @Test
  void aStoppedHostFinishesWhatRunsAndTakesNothingMore() throws Exception {
    Bench bench = new Bench(folder, azurite, "stopped");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient slow = bench.queue("slow");
    slow.clearMessages();
    slow.sendMessage("1500");
    FunctionHost host = FunctionHost.launch(bench.options());
    Await.until("the run's start", Bench.SOON, () -> !bench.seen("slow").isEmpty());
    host.process().destroy();
    Await.until("told", Bench.SOON, () -> Files.readString(host.logFile()).contains("stopping"));
    QueueClient queue = bench.queue("stopped");
    queue.sendMessage("late");
    host.close();
    assertEquals(List.of("begin 1500", "end 1500"), bench.seen("slow"));
    assertEquals(0, Bench.length(slow));
    QueueMessageItem untouched = queue.receiveMessage();
    assertEquals(1, untouched.getDequeueCount());
  }

  @Test
  void aMessageCutOffByTheStopTimeoutComesBack() throws Exception {
    Bench bench = new Bench(folder, azurite, "cutoff");
    bench.app().queues("none").queueFunctions().stage();
    QueueClient slow = bench.queue("slow");
    slow.clearMessages();
    slow.sendMessage("60000");
    FunctionHost host =
        FunctionHost.launch(
            bench
                .options()
                .messageLease(Duration.ofSeconds(3))
                .stopTimeout(Duration.ofMillis(200)));
    Await.until("the run's start", Bench.SOON, () -> !bench.seen("slow").isEmpty());
    host.close();
    Await.until("visible again", Bench.SOON, () -> slow.peekMessage() != null);
    slow.clearMessages();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
