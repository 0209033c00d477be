package io.poolkeeper.devstack.host;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs one invocation the way the worker does: new instance, bound arguments, reflection. */
final class Invoker {
  private final FunctionLoader loader;
  private final OutputSender sender;
  private final InvocationLog log;

  Invoker(FunctionLoader loader, OutputSender sender, InvocationLog log) {
    this.loader = loader;
    this.sender = sender;
    this.log = log;
  }

  /**
   * How an invocation ended.
   *
   * @param error what the function or its binding threw; absent when it succeeded
   * @param returned the return value; null when there is none
   */
  record Result(String invocationId, Optional<Throwable> error, Object returned) {
    boolean succeeded() {
      return error.isEmpty();
    }
  }

  Result invoke(LoadedFunction function, TriggerInput input) {
    InvocationContext context = new InvocationContext(function.name(), input.traceparent());
    String id = context.getInvocationId();
    log.started(function.name(), id, input);
    HostLog.info("[" + function.name() + " " + id + "] started by " + input.kind());
    long begin = System.nanoTime();
    Outputs outputs = new Outputs();
    Optional<Throwable> error = run(function, input, context, outputs);
    long durationMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    log.finished(function.name(), id, input, durationMs, error);
    String end = "[" + function.name() + " " + id + "] ";
    error.ifPresentOrElse(
        e -> HostLog.warn(end + "failed after " + durationMs + " ms", e),
        () -> HostLog.info(end + "succeeded after " + durationMs + " ms"));
    return new Result(id, error, outputs.returned());
  }

  /** Whatever the function throws, an Error too, is the invocation's failure and not the host's. */
  private Optional<Throwable> run(
      LoadedFunction function, TriggerInput input, InvocationContext context, Outputs outputs) {
    try {
      return loader.asApp(
          () -> {
            Object[] arguments = Arguments.bind(function, input, context, outputs);
            Object instance = loader.instance(function);
            Object returned = function.method().invoke(instance, arguments);
            if (returned != null) {
              outputs.returned(returned);
            }
            sender.send(function.definition(), outputs);
            return Optional.<Throwable>empty();
          });
    } catch (InvocationTargetException e) {
      return Optional.of(e.getCause());
    } catch (Exception | LinkageError e) {
      return Optional.of(e);
    }
  }
}
