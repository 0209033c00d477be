package io.poolkeeper.mapping;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Controls.DeclaredEgress;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One controls document while it is read. */
final class ControlsDocument implements StrictJson.Document<Controls> {
  private static final String SCHEMA = "poolkeeper.controls/v1";
  private static final Shape SHAPE =
      new Shape(
          "the controls", List.of("schema", "cluster"), List.of("mode", "loadBalancers", "egress"));
  private static final Shape EGRESS =
      new Shape("declared egress", List.of("subnet", "family", "because"), List.of("until"));

  private final String folder;
  private final List<DeclaredEgress> egress = new ArrayList<>();
  private JsonCursor cursor;
  private Values values;
  private ControlsEntries entries;
  private Optional<Mode> mode = Optional.empty();

  ControlsDocument(String folder) {
    this.folder = folder;
  }

  @Override
  public void read(JsonCursor cursor) throws IOException {
    this.cursor = cursor;
    values = new Values(cursor);
    entries = new ControlsEntries(cursor);
    cursor.object(SHAPE, this::property);
  }

  private boolean property(String name) throws IOException {
    switch (name) {
      case "schema":
        values.exactly(SCHEMA);
        return true;
      case "cluster":
        Cluster.read(cursor, values, folder);
        return true;
      case "mode":
        mode = values.mode();
        return true;
      case "loadBalancers":
        entries.read();
        return true;
      case "egress":
        cursor.list(
            "a list of declared ways out", Limits.NAMES_PER_LIST, (unused, i) -> declared());
        return true;
      default:
        return false;
    }
  }

  private void declared() throws IOException {
    Declared fields = new Declared();
    cursor.object(EGRESS, fields::read);
    if (fields.subnet.isPresent() && fields.family.isPresent()) {
      egress.add(
          new DeclaredEgress(
              fields.subnet.get(), fields.family.get(), fields.because, fields.until));
    }
  }

  private final class Declared {
    private Optional<ArmId> subnet = Optional.empty();
    private Optional<Family> family = Optional.empty();
    private String because = "";
    private Optional<Instant> until = Optional.empty();

    boolean read(String name) throws IOException {
      switch (name) {
        case "subnet":
          subnet = values.id(IdKind.SUBNET);
          return true;
        case "family":
          family = values.family();
          return true;
        case "because":
          because = cursor.text("a reason").orElse("");
          return true;
        case "until":
          until = values.time();
          return true;
        default:
          return false;
      }
    }
  }

  @Override
  public void check(ViolationList violations) {
    // An unknown load balancer is a warning of the run that knows the mapping, not a violation.
  }

  @Override
  public Controls build() {
    return new Controls(mode, entries.entries(), List.copyOf(egress));
  }
}
