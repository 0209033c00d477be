package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.arm.HostileArm;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** ARM's answers, through the real adapter: the first byte chooses the status or the place. */
abstract class ArmInput implements Input {
  private static final Mutator MUTATOR =
      new Mutator(
          List.of(
              "'Succeeded'",
              "'Updating'",
              "'Failed'",
              "'Canceled'",
              "'InProgress'",
              "'Standard'",
              "'10.0.0.1'",
              "'" + TestBed.LB + "/backendAddressPools/ns-a'",
              "'" + HostileArm.ENDPOINT + "/next'",
              "'https://elsewhere.example/next'",
              "'AnotherOperationInProgress'",
              "'InvalidIPAddress'"),
          List.of(
              "id",
              "name",
              "etag",
              "sku",
              "properties",
              "value",
              "nextLink",
              "provisioningState",
              "loadBalancerBackendAddresses",
              "ipAddress",
              "status",
              "error",
              "code",
              "details",
              "innererror"));

  private final String name;

  private ArmInput(String name) {
    this.name = name;
  }

  static List<Input> all() {
    return List.of(
        loadBalancer(),
        list(),
        put(HostileArm.Step.PUT),
        put(HostileArm.Step.OPERATION),
        put(HostileArm.Step.POOL),
        inventory("arm network", "/vnet", "virtualNetworks", false),
        inventory("arm machines", "/networkInterfaces", "networkInterfaces", true));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return MUTATOR.spoiled(random, document);
  }

  @Override
  public long floor() {
    return 32L * 1024 * 1024;
  }

  /** An operation is polled up to 180 times, and every answer parsed. */
  @Override
  public long perByte() {
    return 10_000;
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  private static byte[] loadBalancerOf(TestBed bed) {
    return Hostile.text(bed.arm.all().get(0).toString());
  }

  private static Input loadBalancer() {
    return new ArmInput("arm load balancer") {
      @Override
      public byte[] valid(Random random) {
        return loadBalancerOf(Beds.diverged());
      }

      @Override
      public Fate read(byte[] input) {
        LoadBalancers.Read read =
            HostileArm.answering(text(input)).loadBalancers().get(TestBed.LB, "r");
        return read.loadBalancer().isPresent() ? Fate.taken() : Fate.refused(read.toString());
      }

      /** The first look shows the input, every later one too; all PUTs are counted. */
      @Override
      public void follow(byte[] input, Fate fate) {
        TestBed bed = Beds.diverged();
        HostileArm arm = HostileArm.answering(text(input));
        Ports ports = withArm(bed.ports(), arm.loadBalancers());
        Delivery delivery =
            new Delivery("", Optional.of(bed.request()), "", Optional.of(bed.time.now()), 1);
        Outcome outcome = new Reconciler(ports, bed.settings()).handle(delivery).outcome();
        if (!fate.accepted()) {
          assertEquals(List.of(), arm.puts(), () -> "written after " + outcome);
        }
        for (String pool : arm.puts()) {
          assertTrue(pool.toLowerCase(java.util.Locale.ROOT).endsWith("/ns-a"), pool);
        }
      }
    };
  }

  private static Ports withArm(Ports ports, LoadBalancers arm) {
    return new Ports(
        ports.ledgers(),
        ports.claims(),
        ports.documents(),
        arm,
        ports.inventories(),
        ports.gates(),
        ports.queue(),
        ports.poison(),
        ports.reports(),
        ports.time(),
        ports.ids(),
        ports.random(),
        ports.parallel(),
        ports.stopping());
  }

  private static Input list() {
    return new ArmInput("arm list") {
      @Override
      public byte[] valid(Random random) {
        String next =
            random.nextBoolean() ? ",\"nextLink\":\"" + HostileArm.ENDPOINT + "/next\"" : "";
        return Hostile.text(
            "{\"value\":[" + text(loadBalancerOf(Beds.diverged())) + "]" + next + "}");
      }

      @Override
      public Fate read(byte[] input) {
        LoadBalancers.Listed listed =
            HostileArm.answering(text(input))
                .loadBalancers()
                .list(TestBed.LB.resourceGroupId(), "r");
        return listed.kind() == LoadBalancers.ReadKind.FOUND
            ? Fate.taken()
            : Fate.refused(listed.toString());
      }
    };
  }

  /** First line: the status of the spoiled answer. */
  private static Input put(HostileArm.Step step) {
    return new ArmInput("arm " + step.name().toLowerCase(java.util.Locale.ROOT) + " answer") {
      @Override
      public byte[] valid(Random random) {
        int status = HostileArm.STATUSES.get(random.nextInt(HostileArm.STATUSES.size()));
        return Hostile.text(status + "\n" + HostileArm.usual(step, status));
      }

      @Override
      public byte[] spoiled(Random random, byte[] document) {
        String[] parts = text(document).split("\n", 2);
        return Hostile.join(
            Hostile.text(parts[0] + "\n"), super.spoiled(random, Hostile.text(parts[1])));
      }

      @Override
      public Fate read(byte[] input) {
        String[] parts = text(input).split("\n", 2);
        HostileArm arm = HostileArm.at(step, Integer.parseInt(parts[0]), parts[1]);
        LoadBalancers.Written written = arm.put();
        assertEquals(1, arm.puts().size(), "a PUT is never repeated");
        assertTrue(arm.calls() < 700, () -> arm.calls() + " calls");
        assertTrue(written.detail().length() < 2_000, written::detail);
        return written.kind() == LoadBalancers.WriteKind.CONFIRMED
            ? Fate.taken()
            : Fate.refused(written.toString());
      }
    };
  }

  private static Input inventory(String name, String endOfPath, String kind, boolean list) {
    return new ArmInput(name) {
      @Override
      public byte[] valid(Random random) {
        JsonNode items = Beds.diverged().snapshot().path(kind);
        return Hostile.text(list ? "{\"value\":" + items + "}" : items.get(0).toString());
      }

      @Override
      public Fate read(byte[] input) {
        Optional<String> unreadable =
            HostileArm.unreadable(Beds.diverged().snapshot(), endOfPath, text(input));
        return unreadable.map(Fate::refused).orElseGet(Fate::taken);
      }
    };
  }
}
