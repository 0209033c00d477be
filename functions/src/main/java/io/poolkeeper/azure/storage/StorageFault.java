package io.poolkeeper.azure.storage;

import com.azure.core.exception.HttpResponseException;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.queue.models.QueueStorageException;
import io.poolkeeper.model.Masked;
import io.poolkeeper.port.PortException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** One line for each way that storage can fail: what was tried, what came, what to do. */
public final class StorageFault {
  private static final int MAX_CAUSES = 10;

  private StorageFault() {}

  /**
   * @param operation in words, for example {@code acquire lease}
   * @param target for example {@code blob ledgers/ab12.json}
   */
  public static PortException of(String operation, String target, RuntimeException cause) {
    return cause instanceof HttpResponseException answer && answer.getResponse() != null
        ? new PortException(
            operation, target, found(answer.getResponse().getStatusCode(), code(answer)), cause)
        : new PortException(operation, target, "no answer from storage: " + oneLine(cause), cause);
  }

  /** For an answer that is no exception to the adapter, but is to its caller. */
  public static PortException of(String operation, String target, int status, String code) {
    return new PortException(operation, target, found(status, code));
  }

  /** Storage's error code, empty text if the answer carries none. */
  public static String code(HttpResponseException answer) {
    Object code = null;
    if (answer instanceof BlobStorageException blob) {
      code = blob.getErrorCode();
    } else if (answer instanceof QueueStorageException queue) {
      code = queue.getErrorCode();
    }
    return code == null ? "" : code.toString();
  }

  private static String found(int status, String code) {
    return "storage answered " + status + (code.isEmpty() ? "" : " " + code) + remedy(status, code);
  }

  private static String remedy(int status, String code) {
    return switch (code) {
      case "ContainerNotFound" -> ": the container does not exist, deploy or create it";
      case "QueueNotFound" -> ": the queue does not exist, deploy or create it";
      default ->
          status == 401 || status == 403
              ? ": grant the app's identity its role on this account, or open the firewall to it"
              : "";
    };
  }

  /** The first cause that is about the network: what wraps it and what it wraps say less. */
  private static String oneLine(Throwable cause) {
    Throwable telling = cause;
    Throwable next = cause;
    for (int i = 0; i < MAX_CAUSES && next != null; i++, next = next.getCause()) {
      telling = next;
      if (next instanceof IOException || next instanceof TimeoutException) {
        break;
      }
    }
    String text = telling.getMessage();
    return telling.getClass().getSimpleName()
        + (text == null ? "" : ": " + Masked.of(text.lines().findFirst().orElse("")));
  }
}
