package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random lives of one load balancer: changing wishes, foreign writers, faults, kills, workers that
 * stall until their lease has run out. After every write a judge of its own looks at every machine;
 * when the faults stop, everything must converge.
 */
final class SimulationTest {
  private static final int LIVES = Integer.getInteger("lives", 20);
  private static final int STEPS = 40;
  private static final List<String> SERVICES = List.of("a", "b", "c");
  private static final Set<String> SNAT_POOLS = Set.of("ns-a", "ns-b");

  private static final class Life {
    private final long seed;
    private final Random random;
    private final TestBed bed;
    private final List<FakeWorkQueue.Sent> returned = new ArrayList<>();
    private Map<String, List<String>> wanted = new TreeMap<>();
    private final HoldJudge holds;
    private boolean paused;

    Life(long seed, Etags etags) {
      this.seed = seed;
      this.random = new Random(seed);
      this.bed = TestBed.with(etags);
      bed.natGateway = random.nextInt(3) == 0;
      this.holds = new HoldJudge(bed);
      bed.arm.watch(this::judge);
      wish();
    }

    /** Written for this test alone: who had a way out by SNAT still has one. */
    private void judge(LoadBalancer before, LoadBalancer after) {
      assertTrue(!paused, "seed " + seed + ": a write while paused");
      assertEquals(
          members(before, Set.of("foreign")),
          members(after, Set.of("foreign")),
          "seed " + seed + ": a foreign pool was written");
      if (!bed.natGateway) {
        Set<String> live = new TreeSet<>(SNAT_POOLS);
        live.removeIf(pool -> !bed.arm.hasRule(pool));
        Set<String> stranded = new TreeSet<>(members(before, live));
        stranded.removeAll(members(after, live));
        assertEquals(Set.of(), stranded, "seed " + seed + ": a machine lost its way out");
      }
      assertEquals(List.of(), holds.problems(before, after, wanted), "seed " + seed);
    }

    private static Set<String> members(LoadBalancer loadBalancer, Set<String> pools) {
      Set<String> members = new TreeSet<>();
      for (Pool pool : loadBalancer.pools()) {
        if (pools.contains(pool.name())) {
          pool.entries().forEach(e -> e.address().ifPresent(a -> members.add(a.text())));
        }
      }
      return members;
    }

    private void wish() {
      wanted = new TreeMap<>();
      for (String service : SERVICES) {
        wanted.put(service, nodes());
      }
      bed.wants(wanted);
    }

    private List<String> nodes() {
      List<String> nodes = new ArrayList<>();
      for (int i = 1; i <= 6; i++) {
        if (random.nextInt(3) == 0) {
          nodes.add("n" + i);
        }
      }
      return nodes;
    }

    private String pool() {
      return "ns-" + SERVICES.get(random.nextInt(SERVICES.size()));
    }

    private void step() {
      switch (random.nextInt(17)) {
        case 0, 1 -> wish();
        case 2 -> foreignWrite();
        case 3, 4 -> survive(() -> bed.queue.send(bed.request(), Duration.ZERO));
        case 5, 6 -> fault();
        case 7 -> bed.arm.failNextRead(readFault());
        case 8 -> bed.tape.killAfter(bed.tape.calls().size() + random.nextInt(20));
        case 9 -> stall();
        case 10 -> bed.ledgers.lease(TestBed.LB, Duration.ofSeconds(30));
        case 11 -> pause();
        case 12 -> bed.natGateway = random.nextBoolean();
        case 13, 14 -> replaceRule();
        case 15 -> contest();
        default -> bed.arm.operationTime(Duration.ofSeconds(random.nextInt(90)));
      }
      holds.look();
      bed.later(Duration.ofSeconds(random.nextInt(90)));
      holds.look();
      if (random.nextInt(4) == 0) {
        survive(this::sweep);
      }
      deliver();
    }

    private void foreignWrite() {
      List<String> members = nodes().stream().map(n -> "10.0.0." + n.substring(1)).toList();
      bed.pool(random.nextInt(4) == 0 ? "foreign" : pool(), members.toArray(String[]::new));
    }

    /** In two steps: it is gone for a while, sometimes for good. */
    private void replaceRule() {
      String pool = random.nextBoolean() ? "ns-a" : "ns-b";
      bed.arm.rule(TestBed.LB, pool, !bed.arm.hasRule(pool));
    }

    /** A controller that knows nothing of our holds, and does not give in. */
    private void contest() {
      for (int time = random.nextInt(6); time >= 0; time--) {
        takeOutHeldMembers();
        holds.look();
        bed.later(Duration.ofSeconds(10 + random.nextInt(50)));
        survive(this::sweep);
        deliver();
      }
    }

    private void takeOutHeldMembers() {
      for (Ledger.Hold hold : bed.ledger().holds()) {
        List<String> left = new ArrayList<>(bed.members(hold.pool()));
        if (left.remove(hold.address().text())) {
          bed.pool(hold.pool(), left.toArray(String[]::new));
        }
      }
    }

    private void fault() {
      List<WriteKind> kinds =
          List.of(
              WriteKind.STALE,
              WriteKind.SUPERSEDED,
              WriteKind.BUSY,
              WriteKind.UNKNOWN,
              WriteKind.NOT_AS_SENT,
              WriteKind.LIMIT_REACHED,
              WriteKind.FORBIDDEN,
              WriteKind.REFUSED);
      switch (random.nextInt(4)) {
        case 0 ->
            bed.arm.failNext(
                pool(), FakeLoadBalancers.throttled(Optional.of(Duration.ofSeconds(30))));
        case 1 ->
            bed.arm.failNext(
                pool(), FakeLoadBalancers.memberRejected("10.0.0." + (1 + random.nextInt(6))));
        case 2 ->
            bed.arm.failNextAfterEffect(
                pool(), FakeLoadBalancers.answer(WriteKind.UNKNOWN, "timeout"));
        default ->
            bed.arm.failNext(
                pool(),
                FakeLoadBalancers.answer(kinds.get(random.nextInt(kinds.size())), "ByTheTest"));
      }
    }

    private io.poolkeeper.port.LoadBalancers.Read readFault() {
      List<ReadKind> kinds =
          List.of(ReadKind.FAILED, ReadKind.THROTTLED, ReadKind.FORBIDDEN, ReadKind.NOT_FOUND);
      return FakeLoadBalancers.failedRead(
          kinds.get(random.nextInt(kinds.size())), Optional.of(Duration.ofSeconds(20)));
    }

    /** The next writer stops right before its PUT until another worker has had its turn. */
    private void stall() {
      bed.arm.beforePut(
          bed.arm.puts(),
          () -> {
            bed.later(Duration.ofSeconds(random.nextInt(130)));
            if (!bed.tape.dead()) {
              bed.run();
            }
          });
    }

    private void pause() {
      paused = !paused;
      bed.controls(paused ? "{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}" : "{}");
    }

    private void sweep() {
      new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings()).run();
    }

    /** Everything that is due; a killed worker's message comes back. */
    private void deliver() {
      List<FakeWorkQueue.Sent> all = new ArrayList<>(returned);
      returned.clear();
      int first = all.size();
      all.addAll(bed.queue.takeAll());
      for (int i = 0; i < all.size(); i++) {
        FakeWorkQueue.Sent sent = all.get(i);
        long count = i < first ? 2 : 1;
        boolean killed = survive(() -> bed.deliver(sent.request(), sent.insertedAt(), count));
        if (killed) {
          returned.add(sent);
        }
      }
    }

    private boolean survive(Runnable work) {
      try {
        work.run();
        return false;
      } catch (Tape.Killed e) {
        bed.newProcess();
        return true;
      }
    }

    private void settle() {
      bed.newProcess();
      bed.arm.noMoreFaults();
      bed.natGateway = true;
      SNAT_POOLS.forEach(pool -> bed.arm.rule(TestBed.LB, pool, true));
      paused = false;
      bed.controls("{}");
      for (int round = 0; round < 16; round++) {
        bed.later(Duration.ofMinutes(16));
        sweep();
        deliver();
      }
      for (String service : SERVICES) {
        List<String> expected =
            wanted.get(service).stream().map(n -> "10.0.0." + n.substring(1)).sorted().toList();
        assertEquals(expected, bed.members("ns-" + service), "seed " + seed + " " + service);
      }
      assertEquals(List.of(), bed.ledger().holds(), "seed " + seed + ": nothing is held for ever");
      int puts = bed.arm.puts();
      bed.later(Duration.ofMinutes(2));
      sweep();
      deliver();
      assertEquals(puts, bed.arm.puts(), "seed " + seed + ": and then silence");
    }
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void whateverHappensNoMachineIsStrandedAndInTheEndAllIsAsWanted(Etags etags) {
    long first = Long.getLong("seed", 1);
    int[] seen = new int[2];
    System.out.println("SimulationTest: " + LIVES + " lives from -Dseed=" + first + ", " + etags);
    for (long seed = first; seed < first + LIVES; seed++) {
      Life life = new Life(seed, etags);
      for (int step = 0; step < STEPS; step++) {
        life.step();
      }
      life.settle();
      seen[0] += life.holds.restores();
      seen[1] += life.holds.released();
    }
    System.out.println("  restores " + seen[0] + ", releases of what was held " + seen[1]);
    assertTrue(LIVES < 20 || (seen[0] > 0 && seen[1] > 0), "holds were put to the test");
  }
}
