package io.poolkeeper.simulation;

import io.poolkeeper.port.Documents;
import io.poolkeeper.simulation.PortCalls.Call;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mappings and controls as a process sees them. */
final class SimDocuments implements Documents {
  private final PortCalls calls;
  private final Storage storage;
  private final Checks checks;

  SimDocuments(PortCalls calls, Storage storage, Checks checks) {
    this.calls = calls;
    this.storage = storage;
    this.checks = checks;
  }

  @Override
  public Fetched mapping(String cluster, Optional<String> knownEtag) {
    Run run = Actor.current().run;
    if (run != null && run.mappingBefore != null) {
      Fetched before = run.mappingBefore;
      run.mappingBefore = null;
      return before;
    }
    return calls.make(
        call("documents.mapping", () -> fetched(storage.mapping(cluster), knownEtag)));
  }

  @Override
  public Fetched controls(String cluster, Optional<String> knownEtag) {
    Run run = Actor.current().run;
    return calls.make(
        call(
            "documents.controls",
            () -> {
              Fetched fetched = fetched(storage.controls(cluster), knownEtag);
              checks.controlsRead(run, cluster, fetched.kind());
              return fetched;
            }));
  }

  /** What cannot be fetched is a kind of answer here. */
  private Call<Fetched> call(String name, java.util.function.Supplier<Fetched> effect) {
    return new Call<>(
        name,
        effect,
        () -> unreadable("no answer"),
        Optional.of(random -> unreadable("503 ServerBusy")),
        Optional.empty());
  }

  private static Fetched unreadable(String detail) {
    return new Fetched(Kind.UNREADABLE, Optional.empty(), new byte[0], detail);
  }

  private static Fetched fetched(Storage.Document document, Optional<String> known) {
    if (document.unreadable) {
      return unreadable("403 AuthorizationFailure");
    }
    if (document.text == null) {
      return new Fetched(Kind.MISSING, Optional.empty(), new byte[0], Fetched.missing("blob"));
    }
    if (known.filter(document.etag::equals).isPresent()) {
      return new Fetched(Kind.NOT_MODIFIED, known, new byte[0], "");
    }
    byte[] content = document.text.getBytes(StandardCharsets.UTF_8);
    return new Fetched(Kind.FETCHED, Optional.of(document.etag), content, "");
  }

  @Override
  public List<String> clusters() {
    return calls.make(
        Call.storage(
            "documents.clusters",
            () -> {
              storage.reach("documents.clusters");
              List<String> there = new ArrayList<>();
              for (Map.Entry<String, Storage.Document> entry : storage.mappings.entrySet()) {
                if (entry.getValue().text != null) {
                  there.add(entry.getKey());
                }
              }
              return there;
            }));
  }
}
