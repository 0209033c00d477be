package io.poolkeeper.devstack.host;

import com.azure.storage.blob.BlobContainerClient;
import io.poolkeeper.devstack.host.FunctionDefinition.Binding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** The listeners of a package, made from its bindings; nothing is asked of storage before start. */
final class Triggers {
  private static final String OWN_CONTAINER = "azure-webjobs-hosts";

  private final HostOptions options;
  private final HostJson hostJson;
  private final StorageConnections storage;
  private final Invoker invoker;
  private final ScheduledExecutorService renewals;
  private final Map<String, TimerListener> timers = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();

  Triggers(
      HostOptions options,
      HostJson hostJson,
      StorageConnections storage,
      Invoker invoker,
      ScheduledExecutorService renewals) {
    this.options = options;
    this.hostJson = hostJson;
    this.storage = storage;
    this.invoker = invoker;
    this.renewals = renewals;
  }

  /** Every binding of every function; what is wrong with one is kept and the others go on. */
  void add(Collection<LoadedFunction> functions, StartCheck check) {
    for (LoadedFunction function : functions) {
      check.value(() -> listener(function)).flatMap(found -> found).ifPresent(listeners::add);
      for (Binding binding : function.definition().bindings()) {
        if (!binding.isTrigger()) {
          check.value(() -> checked(function.name(), binding));
        }
      }
    }
  }

  /** Empty where the HTTP side serves the trigger. */
  private Optional<Listener> listener(LoadedFunction function) {
    String type = function.definition().trigger().type();
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "queuetrigger" -> Optional.of(queueListener(function));
      case "timertrigger" -> Optional.of(timerListener(function));
      case "eventgridtrigger", "httptrigger" -> Optional.empty();
      default ->
          throw new HostFailure(
              "%s: trigger type %s is not supported here".formatted(function.name(), type));
    };
  }

  private Binding checked(String function, Binding binding) {
    boolean output = binding.isOutput();
    if (output && binding.type().equalsIgnoreCase("queue")) {
      QueueBinding.of(function, binding, options.settings(), storage);
    } else if (!output || !binding.type().equalsIgnoreCase("http")) {
      throw new HostFailure(
          "%s: %s binding %s of type %s is not supported here"
              .formatted(function, output ? "output" : "input", binding.name(), binding.type()));
    }
    return binding;
  }

  private QueueListener queueListener(LoadedFunction function) {
    Binding trigger = function.definition().trigger();
    QueueBinding queue = QueueBinding.of(function.name(), trigger, options.settings(), storage);
    HostJson.Queues queues = hostJson.queues();
    QueueMessageRunner runner =
        new QueueMessageRunner(
            queue.client(), queue.poison(), queues, invoker, options.messageLease(), renewals);
    return new QueueListener(function, queue.client(), queues, runner, options.messageLease());
  }

  private TimerListener timerListener(LoadedFunction function) {
    String where = function.name() + " schedule";
    String text = function.definition().trigger().text("schedule", "");
    StartCheck check = new StartCheck();
    Optional<TimerSchedule> schedule =
        check.value(() -> TimerSchedule.parse(options.settings().resolve(text, where), where));
    Optional<BlobContainerClient> container = check.value(this::container);
    check.orFail();
    TimerListener timer =
        new TimerListener(
            function,
            invoker,
            schedule.orElseThrow(),
            container.orElseThrow(),
            options.hostId(),
            hostJson.singleton());
    timers.put(function.name(), timer);
    return timer;
  }

  private BlobContainerClient container() {
    return storage.hostBlobs().getBlobContainerClient(OWN_CONTAINER);
  }

  void start() {
    if (!timers.isEmpty()) {
      container().createIfNotExists();
    }
    listeners.forEach(Listener::start);
  }

  List<Listener> listeners() {
    return listeners;
  }

  /** By function. */
  Map<String, TimerListener> timers() {
    return timers;
  }
}
