package io.poolkeeper.devstack.sample;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.OutputBinding;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.QueueOutput;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Queue-triggered samples. */
public final class QueueFunctions {
  private int calls;

  /** Writes down all that it was given; fails for the text "fail". */
  public void record(
      @QueueTrigger(name = "message", queueName = "%SAMPLE_QUEUE%", connection = "DATA")
          String message,
      @BindingName("Id") String id,
      @BindingName("DequeueCount") long dequeueCount,
      @BindingName("DequeueCount") String dequeueText,
      @BindingName("InsertionTime") String insertionTime,
      @BindingName("QueueTrigger") String trigger,
      ExecutionContext context)
      throws IOException {
    calls++;
    context.getLogger().info("recording " + id);
    Seen.line(
        "record",
        String.join(
            "|",
            message,
            id,
            Long.toString(dequeueCount),
            dequeueText,
            insertionTime,
            trigger,
            "calls=" + calls,
            hostClasses()));
    if (message.equals("fail")) {
      throw new IllegalStateException("told to fail");
    }
  }

  /** Keeps the message for as many milliseconds as it says. */
  public void slow(
      @QueueTrigger(name = "message", queueName = "slow", connection = "DATA") String message)
      throws IOException, InterruptedException {
    Seen.line("slow", "begin " + message);
    new CountDownLatch(1).await(Long.parseLong(message), TimeUnit.MILLISECONDS);
    Seen.line("slow", "end " + message);
  }

  /** Takes bytes and answers over two queue outputs. */
  @QueueOutput(name = "$return", queueName = "returned", connection = "DATA")
  public String bytes(
      @QueueTrigger(name = "message", queueName = "bytes", connection = "DATA") byte[] message,
      @QueueOutput(name = "other", queueName = "other", connection = "DATA")
          OutputBinding<String> other) {
    other.setValue("length " + message.length);
    return "first " + message[0];
  }

  private static String hostClasses() {
    try {
      Class.forName("io.poolkeeper.devstack.host.Host");
      return "host classes visible";
    } catch (ClassNotFoundException e) {
      return "host classes hidden";
    }
  }
}
