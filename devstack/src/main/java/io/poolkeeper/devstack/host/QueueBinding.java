package io.poolkeeper.devstack.host;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClient;
import io.poolkeeper.devstack.host.FunctionDefinition.Binding;
import java.util.Optional;
import java.util.regex.Pattern;

/** A queue as a binding names it. */
record QueueBinding(QueueServiceClient service, String name) {
  private static final Pattern NAME = Pattern.compile("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*");

  /**
   * @throws HostFailure naming what is wrong with the name and with the connection
   */
  static QueueBinding of(
      String function, Binding binding, HostSettings settings, StorageConnections storage) {
    StartCheck check = new StartCheck();
    String where = function + " queueName";
    Optional<String> name =
        check.value(() -> valid(settings.resolve(binding.text("queueName", ""), where), where));
    Optional<QueueServiceClient> service =
        check.value(() -> storage.queues(binding.text("connection", "")));
    check.orFail();
    return new QueueBinding(service.orElseThrow(), name.orElseThrow());
  }

  private static String valid(String name, String where) {
    if (!NAME.matcher(name).matches()) {
      throw new HostFailure(
          "%s: expected 3 to 63 of a-z, 0-9 and single hyphens between them, found '%s'"
              .formatted(where, name));
    }
    return name;
  }

  QueueClient client() {
    return service.getQueueClient(name);
  }

  /** Where messages go that failed too often; a poison queue has none of its own. */
  Optional<QueueClient> poison() {
    return name.endsWith("-poison")
        ? Optional.empty()
        : Optional.of(service.getQueueClient(name + "-poison"));
  }
}
