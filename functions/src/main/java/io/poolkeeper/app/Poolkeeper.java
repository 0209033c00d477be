package io.poolkeeper.app;

import io.poolkeeper.ingest.Ingest;
import io.poolkeeper.ingest.Poison;
import io.poolkeeper.ingest.RiskWatch;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.opentelemetry.MeasuredReports;
import io.poolkeeper.port.Reports;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.telemetry.Invocation;
import io.poolkeeper.telemetry.InvocationLog;
import io.poolkeeper.telemetry.JsonLineReports;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The whole app of one worker process, put together by hand. */
public final class Poolkeeper {
  private final InvocationLog log;
  private final boolean statusOn;
  private final Reconciler reconciler;
  private final Ingest ingest;
  private final Sweep sweep;
  private final Poison poison;
  private final StatusReport status;

  private Poolkeeper(Settings settings, InvocationLog log, Adapters adapters) {
    Ports ports = adapters.ports();
    ReconcileSettings rules =
        new ReconcileSettings(
            settings.mode(),
            settings.scopes(),
            settings.assumeDefaultOutbound(),
            settings.egressProtocols(),
            settings.mappingMaxAge(),
            settings.maxPoolSize(),
            settings.holdAlertAge(),
            settings.divergedAlertAge());
    this.log = log;
    this.statusOn = settings.statusOn();
    this.reconciler = new Reconciler(ports, rules);
    this.ingest =
        new Ingest(
            adapters.documents(),
            ports.documents(),
            ports.ledgers(),
            ports.queue(),
            ports.parallel(),
            ports.reports(),
            ports.time(),
            adapters.sources());
    this.sweep =
        new Sweep(
            ports,
            adapters.documents(),
            adapters.queues(),
            rules,
            Optional.of(new RiskWatch(ports, rules)),
            adapters.sources());
    this.poison = new Poison(ports.poison(), ports.queue(), ports.time(), ports.reports());
    this.status = new StatusReport(settings, ports, adapters.documents());
  }

  /**
   * Of this process, made once from its environment: by {@link #startProcess}, or at the first
   * call.
   *
   * @throws IllegalStateException naming every violation if the settings are refused; every later
   *     call throws the same message
   */
  public static Poolkeeper ofThisProcess() {
    return Process.START.orThrow();
  }

  /**
   * Starts the app of this process now, and reports everything that keeps it from starting: until a
   * function is called nobody else would. Each function then fails with the same list.
   */
  public static void startProcess() {
    Process.START.report();
  }

  /** Started once, whatever comes of it. */
  private record Start(Optional<Poolkeeper> poolkeeper, String problem) {
    /** Settings may be what says how to report, so this line needs none. */
    void report() {
      if (poolkeeper.isEmpty()) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("severity", "error");
        List<String> lines = problem.lines().map(String::strip).toList();
        // one a line under a heading, see SettingsResult
        fields.put("problems", lines.subList(lines.size() > 1 ? 1 : 0, lines.size()));
        JsonLineReports.of(new InvocationLog(), false).report("settings refused", fields);
      }
    }

    Poolkeeper orThrow() {
      return poolkeeper.orElseThrow(() -> new IllegalStateException(problem));
    }
  }

  private static final class Process {
    static final Start START = start(System.getenv());

    private static Start start(Map<String, String> environment) {
      try {
        AtomicBoolean stopping = new AtomicBoolean();
        Poolkeeper poolkeeper = of(environment, stopping);
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> stopping.set(true), "poolkeeper-stop"));
        return new Start(Optional.of(poolkeeper), "");
      } catch (RuntimeException e) {
        return new Start(Optional.empty(), String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * @param environment names of settings to values
   * @param stopping set when the process is told to stop: no further write is begun
   * @throws IllegalStateException naming every violation
   */
  public static Poolkeeper of(Map<String, String> environment, AtomicBoolean stopping) {
    SettingsResult<Settings> read = Settings.from(environment);
    Settings settings = read.orThrow();
    InvocationLog log = new InvocationLog();
    Reports reports =
        MeasuredReports.ofThisProcess(JsonLineReports.of(log, settings.namesHashed()));
    read.warnings().forEach(warning -> reports.report("setting doubtful", shown(warning)));
    Adapters adapters = Adapters.of(settings, reports, log, stopping::get);
    return new Poolkeeper(settings, log, adapters);
  }

  private static Map<String, Object> shown(SettingProblem warning) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "warning");
    fields.put("problem", warning.toString());
    return fields;
  }

  /**
   * One message of the work queue.
   *
   * @param insertionTime as the host gives it; unreadable counts as unknown
   * @throws RuntimeException if the host has to deliver the message again
   */
  public Outcome reconcile(
      String message, long dequeueCount, String insertionTime, Invocation invocation) {
    RequestCodec.Decoded decoded = RequestCodec.read(message);
    Optional<Instant> insertedAt = HostTime.parse(insertionTime);
    Delivery delivery =
        new Delivery(message, decoded.request(), decoded.reason(), insertedAt, dequeueCount);
    Outcome[] outcome = new Outcome[1];
    within(invocation, () -> outcome[0] = reconciler.handle(delivery).outcome());
    return outcome[0];
  }

  /**
   * Events as they were delivered, in either schema.
   *
   * @param envelope what a strict reader of the envelope says, for the report
   */
  public void ingest(String events, String envelope, Invocation invocation) {
    within(invocation, () -> ingest.accept(events, envelope));
  }

  public void sweep(Invocation invocation) {
    within(invocation, sweep::run);
  }

  /** A message that the host gave up on. */
  public void poison(String message, Invocation invocation) {
    RequestCodec.Decoded decoded = RequestCodec.read(message);
    within(invocation, () -> poison.accept(message, decoded.request(), decoded.reason()));
  }

  /** Empty: {@code POOLKEEPER_STATUS} does not allow it. */
  public Optional<String> status(Invocation invocation) {
    if (!statusOn) {
      return Optional.empty();
    }
    String[] json = new String[1];
    within(invocation, () -> json[0] = status.json());
    return Optional.of(json[0]);
  }

  private void within(Invocation invocation, Runnable work) {
    try {
      log.within(invocation, work);
    } catch (RuntimeException e) {
      throw new HostError(e);
    }
  }
}
