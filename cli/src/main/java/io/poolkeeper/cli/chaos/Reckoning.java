package io.poolkeeper.cli.chaos;

import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Stranding;
import io.poolkeeper.devstack.arm.Strength;
import io.poolkeeper.devstack.arm.WriteRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** After the last fault: waits until the app is done, then looks whether anything was lost. */
final class Reckoning {
  private static final int LOOKS_IN_A_ROW = 3;

  private final ArmSimulator arm;
  private final Storage storage;
  private final Wish wish;
  private final List<String> findings = new ArrayList<>();
  private int lost;
  private int explained;
  private int strandings;

  Reckoning(ArmSimulator arm, Storage storage, Wish wish) {
    this.arm = arm;
    this.storage = storage;
    this.wish = wish;
  }

  int lost() {
    return lost;
  }

  int explained() {
    return explained;
  }

  int strandings() {
    return strandings;
  }

  /** What must not be; empty if all is well. */
  List<String> findings() {
    return findings;
  }

  /** Until nothing is left to do, or what is left stays so long that it is a finding. */
  void awaitQuiet(Duration bound, BooleanSupplier givenUp) {
    long end = System.nanoTime() + bound.toNanos();
    int quiet = 0;
    while (quiet < LOOKS_IN_A_ROW && System.nanoTime() - end < 0 && !givenUp.getAsBoolean()) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      quiet = left().isEmpty() ? quiet + 1 : 0;
    }
    if (quiet < LOOKS_IN_A_ROW) {
      left().forEach(what -> findings.add("not over after " + bound.toSeconds() + " s: " + what));
    }
  }

  private List<String> left() {
    List<String> left = new ArrayList<>();
    missing().forEach((place, addresses) -> left.add(place + " lacks " + addresses));
    Map<String, String> holds = storage.holds();
    for (String extra : extra()) {
      if (!holds.containsKey(extra)) {
        left.add(extra + " is still there and not held");
      }
    }
    for (String queue : StorageNames.QUEUES) {
      long messages = storage.messages(queue);
      if (messages > 0) {
        left.add(messages + " messages in " + queue);
      }
    }
    if (!storage.leasesAreFree()) {
      left.add("a ledger is leased");
    }
    return left;
  }

  private Map<String, SortedSet<String>> missing() {
    Map<String, SortedSet<String>> actual = Pools.members(arm.dump());
    Map<String, SortedSet<String>> missing = new TreeMap<>();
    wish.pools()
        .forEach(
            (place, wanted) -> {
              SortedSet<String> lacking = new TreeSet<>(wanted);
              lacking.removeAll(actual.get(place));
              if (!lacking.isEmpty()) {
                missing.put(place, lacking);
              }
            });
    return missing;
  }

  /** {@code lb-1/pool address} of what owned pools have beyond the wish. */
  private List<String> extra() {
    Map<String, SortedSet<String>> actual = Pools.members(arm.dump());
    List<String> extra = new ArrayList<>();
    wish.pools()
        .forEach(
            (place, wanted) ->
                actual.get(place).stream()
                    .filter(address -> !wanted.contains(address))
                    .forEach(address -> extra.add(place + " " + address)));
    return extra;
  }

  /** With no worker alive, so that nobody answers to what is tried out here. */
  void judge() {
    // As the app: what a mapping lists is a machine, also without a NIC.
    arm.configure(options -> options.knownAddresses(Set.copyOf(wish.nodes().values())));
    missing()
        .forEach(
            (place, addresses) -> {
              lost += addresses.size();
              findings.add("lost: " + place + " lacks " + addresses);
            });
    Map<String, String> holds = storage.holds();
    for (String extra : extra()) {
      String reason = holds.getOrDefault(extra, "no hold");
      int blank = extra.indexOf(' ');
      if (isTheWayOut(extra.substring(0, blank), extra.substring(blank + 1))) {
        explained++;
      } else {
        lost++;
        findings.add("lost: the removal of " + extra + " weakens nobody, but: " + reason);
      }
    }
    writes();
    if (storage.poisonRecords() > 0) {
      findings.add(storage.poisonRecords() + " poison records");
    }
  }

  /** Judged by the simulator: is the machine weaker without this membership? */
  private boolean isTheWayOut(String place, String address) {
    Strength with = arm.strength(address, Names.VNET, "TCP");
    arm.changeMembers(Pools.id(place), List.of(), List.of(address));
    Strength without = arm.strength(address, Names.VNET, "TCP");
    arm.changeMembers(Pools.id(place), List.of(address), List.of());
    return without != with;
  }

  private void writes() {
    for (Stranding stranding : arm.strandings()) {
      if (stranding.machine() && stranding.cause().equals("REMOVAL")) {
        strandings++;
        findings.add("stranded: " + stranding);
      }
    }
    for (WriteRecord write : ours(arm)) {
      if (write.poolName().equals(Names.OTHERS) || write.poolName().isEmpty()) {
        findings.add("a write to what is not ours: " + write.id());
      }
    }
  }

  /** Writes of the app; others send no id of a reconcile. */
  static List<WriteRecord> ours(ArmSimulator arm) {
    return arm.writes().stream().filter(write -> !write.clientRequestId().isEmpty()).toList();
  }

  /** Members added and removed by writes of the app that ended well. */
  int changes() {
    return ours(arm).stream()
        .filter(write -> write.outcome().equals("Succeeded"))
        .mapToInt(write -> write.added().size() + write.removed().size())
        .sum();
  }
}
