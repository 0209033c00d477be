package io.poolkeeper.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.cli.demo.Screen.Tone;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.cli.local.Publisher;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.List;

/** What happens, in order, and what must come of it. */
final class Story {
  private static final String A = "10.0.0.4";
  private static final String B = "10.0.0.5";
  private static final String C = "10.0.0.6";

  private final LocalAzure azure;
  private final Publisher publisher;
  private final World world;
  private final Scene scene;
  private final HttpClient arm;

  Story(LocalAzure azure, Screen screen) throws IOException {
    this.azure = azure;
    this.world = new World();
    this.scene = new Scene(azure, screen);
    this.publisher =
        new Publisher(azure.storage().connectionString(), azure.host().eventGridUri("IngestEvent"));
    this.arm = HttpClient.newBuilder().sslContext(azure.arm().clientContext()).build();
  }

  void tell() throws IOException, StoryFailure {
    observe();
    apply();
    move();
    hold();
    release();
    refuse();
    scene.end();
  }

  private void observe() throws IOException, StoryFailure {
    scene.begin(
        "Observe first",
        "A publisher writes the mapping: shop/api on node-a, node-b, node-c and shop/web on node-a,"
            + " node-b, both behind lb-1. The controls say: observe.");
    publisher.controls(World.CLUSTER, World.controls("observe"));
    publisher.mapping(World.CLUSTER, world.mapping());
    JsonNode report =
        scene.await(
            Reports.of("lb-1", 1, "OBSERVED"), "lb-1 observed at revision 1, nothing written");
    scene.would(report);
    scene.members("lb-1", "shop-api");
    scene.members("lb-1", "shop-web");
    scene.noWrites();
  }

  private void apply() throws IOException, StoryFailure {
    scene.begin(
        "Apply: the pools are filled from empty",
        "An operator changes the controls from observe to apply. Both pools may now be written.");
    publisher.controls(World.CLUSTER, World.controls("apply"));
    scene.await(
        Reports.of("lb-1", 1, "UPDATED").and(r -> r.path("added").asInt() == 5),
        "lb-1 updated, 5 members added");
    scene.members("lb-1", "shop-api", A, B, C);
    scene.members("lb-1", "shop-web", A, B);
    scene.writes();
  }

  private void move() throws IOException, StoryFailure {
    scene.begin(
        "A service moves",
        "The publisher moves shop/web from lb-1 to lb-2. The mapping names its old pool no longer,"
            + " so that one is not written any more: whoever made it takes it away.");
    world.revision(2);
    world.move("shop/web", "lb-2");
    publisher.mapping(World.CLUSTER, world.mapping());
    scene.await(
        Reports.of("lb-2", 2, "UPDATED").and(r -> r.path("added").asInt() == 2),
        "lb-2 updated, 2 members added");
    scene.await(Reports.of("lb-1", 2, "UNCHANGED"), "lb-1 unchanged at revision 2");
    scene.members("lb-2", "shop-web", A, B);
    scene.members("lb-1", "shop-api", A, B, C);
    scene.members("lb-1", "shop-web", A, B);
    scene.writes();
  }

  private void hold() throws IOException, StoryFailure {
    scene.begin(
        "A node goes unready, and its removal is held",
        "node-c is not ready any more. shop-api should lose it, but the subnet is private and that"
            + " pool is node-c's only way out to the internet.");
    world.revision(3);
    world.unready("node-c");
    publisher.mapping(World.CLUSTER, world.mapping());
    scene.await(
        Reports.of("lb-1", 3, "UNCHANGED").and(r -> r.path("held").asInt() == 1),
        "lb-1 unchanged, 1 removal held");
    scene.members("lb-1", "shop-api", A, B, C);
    scene.noWrites();
  }

  private void release() throws IOException, StoryFailure {
    scene.begin(
        "A NAT gateway is attached, and the removal goes through",
        "A deployment attaches nat-1 to the subnet. Azure sends an event about the subnet, and the"
            + " hold is judged again.");
    Publisher.deploy(arm, azure.arm().url(), World.SUBNET, World.subnetWithGateway());
    scene.await(
        Reports.of("lb-1", 3, "UPDATED").and(r -> r.path("removed").asInt() == 1),
        "lb-1 updated, 1 member removed");
    scene.members("lb-1", "shop-api", A, B);
    scene.writes();
  }

  private void refuse() throws IOException, StoryFailure {
    scene.begin(
        "A mapping with errors is refused whole",
        "A broken publisher names a load balancer that is not there, an address with three parts"
            + " and a property that does not exist. An operator asks for lb-1 all the same.");
    publisher.mapping(World.CLUSTER, world.broken(4));
    JsonNode delivery =
        scene.awaitDelivery(line -> !line.path("mappings").isEmpty(), "the mapping refused");
    JsonNode problem = delivery.path("mappings").path(0);
    problem
        .path("violations")
        .forEach(violation -> scene.remark(Tone.BAD, "refused", violation.asText()));
    for (String path :
        List.of(
            "$.services['shop/api'].loadBalancer",
            "$.nodes['node-a'].addresses[0]",
            "$.services['shop/web'].nodess")) {
      scene.check(problem.toString().contains(path), "the path " + path, problem.toString());
    }
    azure.ask(World.CLUSTER, World.NETWORK + "/loadBalancers/lb-1");
    scene.await(
        report -> report.path("outcome").asText().equals("INVALID_MAPPING"),
        "a run on lb-1 that ends with INVALID_MAPPING");
    scene.members("lb-1", "shop-api", A, B);
    scene.members("lb-2", "shop-web", A, B);
    scene.noWrites();
    scene.remark(Tone.GOOD, "so", "every pool is as it was");
  }

  List<List<String>> table() {
    return scene.table();
  }
}
