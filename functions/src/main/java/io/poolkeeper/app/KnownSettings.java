package io.poolkeeper.app;

import java.util.ArrayList;
import java.util.List;

/** Every setting of the app. The documentation and the sample are held to this list by tests. */
public final class KnownSettings {
  static final String PREFIX = "POOLKEEPER_";

  /**
   * @param name without the prefix {@code POOLKEEPER_}
   * @param defaultValue as it would be written; {@code absent} for none, {@code required} if the
   *     app does not start without
   * @param localOnly makes sense in local development only; no deployment sets it
   */
  public record Known(String name, String defaultValue, boolean localOnly, String meaning) {
    Known(String name, String defaultValue, String meaning) {
      this(name, defaultValue, false, meaning);
    }

    public String fullName() {
      return PREFIX + name;
    }

    public boolean isRequired() {
      return defaultValue.equals(REQUIRED);
    }

    public boolean isAbsent() {
      return defaultValue.equals(ABSENT);
    }
  }

  private static final String ABSENT = "absent";
  private static final String REQUIRED = "required";

  /** In the order of the documentation. */
  public static final List<Known> ALL =
      List.of(
          new Known("MODE", "observe", "observe or apply; the strictest with the controls wins"),
          new Known("SCOPE", ABSENT, "JSON: load balancers and subnets allowed per cluster"),
          new Known("STATE", REQUIRED, "connection of queues, ledgers, claims, gates, poison"),
          new Known("DATA", REQUIRED, "connection of the containers mappings and controls"),
          new Known("CLOUD", "public", "public, government or china"),
          new Known("LOCAL_ARM_ENDPOINT", ABSENT, true, "ARM on https and a loopback host"),
          new Known("LOCAL_ARM_CA", ABSENT, true, "PEM file to trust there"),
          new Known("SWEEP_SCHEDULE", "0 * * * * *", "NCRONTAB of six fields"),
          new Known("EGRESS_PROTOCOLS", "TCP", "comma-separated: TCP, UDP"),
          new Known("DEFAULT_OUTBOUND", "never", "never or assume"),
          new Known("MAPPING_MAX_AGE", ABSENT, "ISO duration; older: removals are held"),
          new Known("HOLD_ALERT_AGE", "PT1H", "ISO duration; older holds are alerted"),
          new Known("DIVERGED_ALERT_AGE", "PT15M", "ISO duration; longer divergence is alerted"),
          new Known("MAX_POOL_SIZE", "1000", "members; above it a warning is reported"),
          new Known("STATUS", "off", "off or on: the HTTP function"),
          new Known("TELEMETRY_NAMES", "plain", "plain or hashed: addresses and node names"));

  /** What may follow the name of a connection. */
  public static final List<String> CONNECTION_PARTS =
      List.of("__blobServiceUri", "__queueServiceUri", "__credential", "__clientId");

  private KnownSettings() {}

  /** Every name that may be set, with prefix, the parts of connections included. */
  public static List<String> fullNames() {
    List<String> names = new ArrayList<>();
    for (Known known : ALL) {
      names.add(known.fullName());
      if (known.name().equals("STATE") || known.name().equals("DATA")) {
        CONNECTION_PARTS.forEach(part -> names.add(known.fullName() + part));
      }
    }
    return List.copyOf(names);
  }

  static String defaultOf(String name) {
    return ALL.stream()
        .filter(known -> known.name().equals(name))
        .map(Known::defaultValue)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no setting '" + name + "'"));
  }
}
