package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.app.KnownSettings;
import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.Settings;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One setting after the other, each from a valid value; input: the name, a line break, the rest.
 */
final class SettingsInput implements Input {
  static final String KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
  private static final String STORAGE =
      "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
          + KEY
          + ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;"
          + "QueueEndpoint=http://localhost:10001/devstoreaccount1;";
  private static final String SCOPE =
      "{\"prod\":{\"loadBalancers\":[\""
          + TestBed.LB
          + "\"],\"subnets\":[\""
          + TestBed.NETWORK
          + "\"]}}";
  private static final Map<String, String> VALUES = values();
  private static final Mutator MUTATOR =
      new Mutator(
          List.of("'" + TestBed.LB + "'", "'" + TestBed.NETWORK + "/subnets/a'"),
          List.of("loadBalancers", "subnets", "prod", "b"));

  private final boolean offline;

  SettingsInput(boolean offline) {
    this.offline = offline;
  }

  private static Map<String, String> values() {
    Map<String, String> values = new TreeMap<>();
    KnownSettings.fullNames().forEach(name -> values.put(name, ""));
    values.put("POOLKEEPER_MODE", "apply");
    values.put("POOLKEEPER_SCOPE", SCOPE);
    values.put("POOLKEEPER_STATE", STORAGE);
    values.put("POOLKEEPER_DATA", STORAGE);
    values.put("POOLKEEPER_STATE__blobServiceUri", "https://acc.blob.core.windows.net");
    values.put("POOLKEEPER_STATE__queueServiceUri", "https://acc.queue.core.windows.net");
    values.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", "https://127.0.0.1:8443");
    values.put("POOLKEEPER_LOCAL_ARM_CA", "src/test/resources/certificates/ca.pem");
    values.put("POOLKEEPER_SWEEP_SCHEDULE", "0 */5 1-3 * * Mon,Tue");
    values.put("POOLKEEPER_EGRESS_PROTOCOLS", "TCP,UDP");
    values.put("POOLKEEPER_MAPPING_MAX_AGE", "PT1H30M");
    values.put("POOLKEEPER_HOLD_ALERT_AGE", "P1D");
    values.put("POOLKEEPER_MAX_POOL_SIZE", "1000");
    return values;
  }

  @Override
  public String name() {
    return offline ? "offline settings" : "settings";
  }

  @Override
  public byte[] valid(Random random) {
    List<String> names = List.copyOf(VALUES.keySet());
    // SCOPE has the most to say
    String name =
        random.nextInt(3) == 0 ? "POOLKEEPER_SCOPE" : names.get(random.nextInt(names.size()));
    return Hostile.text(name + "\n" + VALUES.get(name));
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    String[] parts = text(document).split("\n", 2);
    byte[] value = Hostile.text(parts[1]);
    boolean json = parts[1].startsWith("{");
    return Hostile.join(
        Hostile.text(parts[0] + "\n"),
        json
            ? MUTATOR.spoiled(random, value)
            : random.nextInt(20) == 0
                ? Hostile.WHOLE.get(random.nextInt(Hostile.WHOLE.size())).apply(value)
                : Hostile.damaged(random, value));
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  @Override
  public Fate read(byte[] input) {
    String[] parts = text(input).split("\n", 2);
    Map<String, String> given = new HashMap<>();
    String prefix = "POOLKEEPER_";
    if (offline) {
      given.put(parts[0].substring(prefix.length()), parts[1]);
      return fate(OfflineSettings.from(given));
    }
    given.put("POOLKEEPER_STATE", STORAGE);
    given.put("POOLKEEPER_DATA", STORAGE);
    given.put(parts[0], parts[1]);
    return fate(Settings.from(given));
  }

  private static Fate fate(SettingsResult<?> result) {
    if (result.settings().isPresent()) {
      assertFalse(result.settings().get().toString().contains(KEY), "a key is shown");
      return Fate.taken();
    }
    for (SettingProblem problem : result.violations()) {
      assertTrue(problem.message().length() < 1_000, problem::message);
      assertFalse(problem.toString().contains(KEY), problem::toString);
    }
    return Fate.refused(result.violations().get(0).setting());
  }
}
