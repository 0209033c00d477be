package io.poolkeeper.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Planning one load balancer against parsing its JSON, and what doubling the input costs. Every
 * pool has one removal to judge and one addition to make.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class PlanBenchmark {
  /** Pools by members; the second doubles the pools, the third the members. */
  @Param({"200x500", "400x500", "200x1000"})
  private String size;

  private byte[] loadBalancerBytes;
  private JsonNode loadBalancerJson;
  private byte[] mappingBytes;
  private LoadBalancer loadBalancer;
  private Mapping mapping;
  private Inventory inventory;

  /** Makes the world of the size. */
  @Setup
  public void prepare() throws IOException {
    String[] parts = size.split("x");
    World world = new World(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    loadBalancerBytes = world.loadBalancer();
    loadBalancerJson = World.JSON.readTree(loadBalancerBytes);
    loadBalancer = ArmReader.loadBalancer(loadBalancerJson);
    mappingBytes = world.mapping();
    mapping = MappingReader.read(mappingBytes, "").value().orElseThrow();
    inventory = Snapshot.inventory(world.snapshot()).with(loadBalancer);
    Plan plan = plan();
    int expected = Integer.parseInt(parts[0]);
    if (plan.pools().size() != expected || plan.heldCount() != 0 || plan.writes().isEmpty()) {
      throw new IllegalStateException("the benchmark does not plan what it should: " + plan);
    }
  }

  /** Bytes to a JSON tree: what planning is compared with. */
  @Benchmark
  public JsonNode parseJson() throws IOException {
    return World.JSON.readTree(loadBalancerBytes);
  }

  /** JSON tree to the model. */
  @Benchmark
  public LoadBalancer readModel() {
    return ArmReader.loadBalancer(loadBalancerJson);
  }

  /** Draft, brake, guard and order of writes. */
  @Benchmark
  public Plan plan() {
    PlanInput input =
        new PlanInput(
            mapping,
            mapping.loadBalancer("lb-1").orElseThrow(),
            Controls.NONE,
            loadBalancer,
            Ledger.EMPTY,
            new PlanSettings(
                PlanSettings.EVERYTHING,
                false,
                new TreeSet<>(List.of(Protocol.TCP)),
                Optional.empty(),
                1000),
            Instant.EPOCH);
    return GuardedPlanner.finish(Planner.draft(input), inventory);
  }

  /** Bytes of the mapping to a valid document. */
  @Benchmark
  public Mapping readMapping() {
    return MappingReader.read(mappingBytes, "").value().orElseThrow();
  }
}
