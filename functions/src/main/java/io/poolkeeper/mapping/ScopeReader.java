package io.poolkeeper.mapping;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The JSON of the setting {@code POOLKEEPER_SCOPE} to scopes by cluster, as strict as a mapping.
 */
public final class ScopeReader {
  private ScopeReader() {}

  /**
   * @param json {@code {"<cluster>":{"loadBalancers":[id],"subnets":[id]}}}, both lists optional
   */
  public static DocumentResult<Map<String, Scope>> read(String json) {
    return StrictJson.read(json.getBytes(StandardCharsets.UTF_8), Limits.SCOPE_BYTES, new Scopes());
  }

  private static final class Scopes implements StrictJson.Document<Map<String, Scope>> {
    private static final Shape SHAPE =
        new Shape("a cluster's scope", List.of(), List.of("loadBalancers", "subnets"));

    private final Map<String, Scope> scopes = new TreeMap<>();
    private JsonCursor cursor;
    private Values values;

    @Override
    public void read(JsonCursor cursor) throws IOException {
      this.cursor = cursor;
      this.values = new Values(cursor);
      cursor.map(
          "an object of scopes by cluster", Limits.LOAD_BALANCERS, (name, i) -> cluster(name));
    }

    private void cluster(String name) throws IOException {
      if (!Cluster.isName(name)) {
        cursor.violation(() -> "expected " + Cluster.EXPECTED + "; correct the name");
      }
      Fields fields = new Fields();
      cursor.object(SHAPE, fields::read);
      scopes.put(name, new Scope(fields.loadBalancers, fields.subnets));
    }

    private final class Fields {
      private Optional<List<ArmId>> loadBalancers = Optional.empty();
      private Optional<List<ArmId>> subnets = Optional.empty();

      boolean read(String name) throws IOException {
        switch (name) {
          case "loadBalancers":
            loadBalancers = Optional.of(ids(IdKind.LOAD_BALANCER_OR_GROUP));
            return true;
          case "subnets":
            subnets = Optional.of(ids(IdKind.SUBNET_OR_NETWORK));
            return true;
          default:
            return false;
        }
      }
    }

    private List<ArmId> ids(IdKind kind) throws IOException {
      List<ArmId> ids = new ArrayList<>();
      cursor.list(
          "a list of ids",
          Limits.NAMES_PER_LIST,
          (unused, i) -> values.id(kind).ifPresent(ids::add));
      return List.copyOf(ids);
    }

    @Override
    public void check(ViolationList violations) {
      // Each id stands for itself: nothing refers to anything.
    }

    @Override
    public Map<String, Scope> build() {
      return Map.copyOf(scopes);
    }
  }
}
