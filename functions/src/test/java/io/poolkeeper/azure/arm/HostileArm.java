package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.azure.arm.FakeArm.Asked;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.Written;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The real adapter, with one kind of answer that is none of ARM's. */
public final class HostileArm {
  public static final String ENDPOINT = FakeArm.ENDPOINT;
  public static final List<Integer> STATUSES =
      List.of(200, 200, 200, 201, 202, 400, 401, 403, 404, 408, 409, 412, 429, 500, 503);

  /** Which answer of a write is spoiled. */
  public enum Step {
    PUT,
    OPERATION,
    POOL
  }

  private static final Mapping MAPPING =
      MappingReader.read(
              TestBed.standard()
                  .wants("a", "n1", "n2")
                  .mapping(TestBed.CLUSTER, 1)
                  .getBytes(StandardCharsets.UTF_8),
              TestBed.CLUSTER)
          .value()
          .orElseThrow();

  private final FakeArm arm;

  private HostileArm(Function<Asked, Reply> answers) {
    arm = new FakeArm(answers);
  }

  /** Every GET shows it; a PUT is answered as if it had been fine. */
  public static HostileArm answering(String body) {
    return new HostileArm(
        asked -> asked.method().equals("PUT") ? Reply.of(200, asked.body()) : Reply.of(200, body));
  }

  /** Every answer is as usual but that of one step. */
  public static HostileArm at(Step spoiled, int status, String body) {
    return new HostileArm(
        asked -> {
          Step step = step(asked);
          Reply reply = step == spoiled ? Reply.of(status, body) : Reply.of(200, usual(step, 200));
          return step == Step.PUT && status != 201
              ? reply.with("Azure-AsyncOperation", Texts.OPERATION)
              : reply;
        });
  }

  private static Step step(Asked asked) {
    if (asked.method().equals("PUT")) {
      return Step.PUT;
    }
    return asked.url().contains("/operations/") ? Step.OPERATION : Step.POOL;
  }

  public static String usual(Step step, int status) {
    if (status >= 400) {
      return "{\"error\":{\"code\":\"InvalidIPAddress\",\"message\":\"node-10.0.0.2 is wrong\","
          + "\"details\":[{\"code\":\"AnotherOperationInProgress\",\"message\":\"wait\"}]}}";
    }
    return switch (step) {
      case PUT -> Texts.pool("Updating", "e1", "10.0.0.1", "10.0.0.2");
      case OPERATION -> "{\"status\":\"Succeeded\"}";
      case POOL -> Texts.pool("Succeeded", "e2", "10.0.0.1", "10.0.0.2");
    };
  }

  public LoadBalancers loadBalancers() {
    return new ArmLoadBalancers(arm.client(), new ManualTime(), Duration.ofMinutes(3));
  }

  /** Adds 10.0.0.2 to a pool that has 10.0.0.1. */
  public Written put() {
    return loadBalancers()
        .put(
            Texts.poolOf("10.0.0.1"),
            Texts.adding("10.0.0.2"),
            Texts.VNET,
            "W/\"old\"",
            "request-1",
            () -> true);
  }

  /** Paths of the pools that were written. */
  public List<String> puts() {
    return arm.asked("PUT").stream().map(Asked::path).toList();
  }

  public int calls() {
    return arm.asked.size();
  }

  /**
   * Reads a whole inventory of which one answer is spoiled.
   *
   * @return why a part cannot be read, if one cannot
   */
  public static Optional<String> unreadable(JsonNode snapshot, String endOfPath, String body) {
    Inventory read =
        new SnapshotArm(snapshot, java.util.Map.of())
            .spoil(endOfPath, body)
            .reader()
            .read(
                MAPPING,
                ArmReader.loadBalancer(snapshot.path("loadBalancers").get(0)),
                new Scope(Optional.of(List.of(TestBed.LB.resourceGroupId())), Optional.empty()),
                "r");
    return List.of(
            read.loadBalancers(),
            read.virtualNetworks(),
            read.nics(),
            read.publicIps(),
            read.publicPrefixes(),
            read.natGateways(),
            read.routeTables())
        .stream()
        .flatMap(part -> part.unreadable().stream())
        .findFirst();
  }
}
