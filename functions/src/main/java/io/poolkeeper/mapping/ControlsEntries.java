package io.poolkeeper.mapping;

import io.poolkeeper.model.Controls.Approval;
import io.poolkeeper.model.Controls.Entry;
import io.poolkeeper.model.Controls.Pause;
import io.poolkeeper.model.Mode;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The property {@code loadBalancers} of the controls. */
final class ControlsEntries {
  private static final Shape ENTRY =
      new Shape("a load balancer's controls", List.of(), List.of("mode", "paused", "approve"));
  private static final Shape PAUSED =
      new Shape("a pause", List.of("by", "because"), List.of("until"));
  private static final Shape APPROVE =
      new Shape("an approval", List.of("planDigest", "until", "by"), List.of());
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private final JsonCursor cursor;
  private final Values values;
  private final Map<String, Entry> entries = new HashMap<>();

  ControlsEntries(JsonCursor cursor) {
    this.cursor = cursor;
    this.values = new Values(cursor);
  }

  void read() throws IOException {
    cursor.map(
        "an object of load balancers by name",
        Limits.LOAD_BALANCERS,
        (name, i) -> loadBalancer(name));
  }

  /** By lower-case name. */
  Map<String, Entry> entries() {
    return Map.copyOf(entries);
  }

  private void loadBalancer(String name) throws IOException {
    Fields fields = new Fields();
    cursor.object(ENTRY, fields::read);
    Entry entry = new Entry(fields.mode, fields.pause, fields.approval);
    if (entries.putIfAbsent(name.toLowerCase(Locale.ROOT), entry) != null) {
      cursor.violation(
          () ->
              "expected names that differ by more than case, found this one in another spelling"
                  + " too; keep one of the two entries");
    }
  }

  private final class Fields {
    private Optional<Mode> mode = Optional.empty();
    private Optional<Pause> pause = Optional.empty();
    private Optional<Approval> approval = Optional.empty();

    boolean read(String name) throws IOException {
      switch (name) {
        case "mode":
          mode = values.mode();
          return true;
        case "paused":
          PauseFields paused = new PauseFields();
          cursor.object(PAUSED, paused::read);
          pause = Optional.of(new Pause(paused.by, paused.because, paused.until));
          return true;
        case "approve":
          ApprovalFields approve = new ApprovalFields();
          cursor.object(APPROVE, approve::read);
          approval =
              approve.until.map(until -> new Approval(approve.planDigest, until, approve.by));
          return true;
        default:
          return false;
      }
    }
  }

  private final class PauseFields {
    private String by = "";
    private String because = "";
    private Optional<Instant> until = Optional.empty();

    boolean read(String name) throws IOException {
      switch (name) {
        case "by":
          by = cursor.text("a name").orElse("");
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

  private final class ApprovalFields {
    private String planDigest = "";
    private String by = "";
    private Optional<Instant> until = Optional.empty();

    boolean read(String name) throws IOException {
      switch (name) {
        case "planDigest":
          planDigest = values.matching(DIGEST, "64 lower-case hexadecimal digits").orElse("");
          return true;
        case "by":
          by = cursor.text("a name").orElse("");
          return true;
        case "until":
          until = values.time();
          return true;
        default:
          return false;
      }
    }
  }
}
