package io.poolkeeper.mapping;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.port.Documents;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The documents of all clusters. Every call asks the store; a document that has not changed since
 * costs a 304 and no parsing. What the store cannot show now is never answered from memory.
 * Thread-safe.
 */
public final class DocumentCache {
  private final Documents documents;
  private final ParsedDocuments<Mapping> mappings = new ParsedDocuments<>();
  private final ParsedDocuments<Controls> controls = new ParsedDocuments<>();

  public DocumentCache(Documents documents) {
    this.documents = documents;
  }

  /** Of MISSING and UNREADABLE the outcome is MAPPING_UNREADABLE, of INVALID INVALID_MAPPING. */
  public Loaded<Mapping> mapping(String cluster) {
    return load(cluster, mappings, documents::mapping, MappingReader::read, Optional.empty());
  }

  /**
   * Controls are optional: MISSING comes with {@link Controls#NONE}. Of UNREADABLE and INVALID the
   * outcome is CONTROLS_UNREADABLE.
   */
  public Loaded<Controls> controls(String cluster) {
    return load(
        cluster, controls, documents::controls, ControlsReader::read, Optional.of(Controls.NONE));
  }

  /**
   * Names of all clusters, asked for anew.
   *
   * @throws io.poolkeeper.port.PortException if they cannot be listed
   */
  public java.util.List<String> clusters() {
    return documents.clusters();
  }

  private static <T> Loaded<T> load(
      String cluster,
      ParsedDocuments<T> parsed,
      BiFunction<String, Optional<String>, Documents.Fetched> fetch,
      BiFunction<byte[], String, DocumentResult<T>> read,
      Optional<T> absence) {
    Optional<Loaded<T>> known = parsed.get(cluster);
    Documents.Fetched fetched = fetch.apply(cluster, known.flatMap(Loaded::etag));
    return switch (fetched.kind()) {
      case FETCHED -> {
        Loaded<T> loaded = Loaded.of(read.apply(fetched.content(), cluster), fetched.etag());
        parsed.put(cluster, loaded, fetched.content().length);
        yield loaded;
      }
      case TOO_LARGE -> {
        Violation violation = new Violation(JsonPath.ROOT, fetched.detail());
        Loaded<T> loaded = Loaded.of(DocumentResult.invalid(List.of(violation)), fetched.etag());
        parsed.put(cluster, loaded, 0);
        yield loaded;
      }
      // What this call asked with, not what another thread may have stored meanwhile.
      case NOT_MODIFIED ->
          known.orElseGet(
              () -> Loaded.unreadable("the store said 'not modified' to an unconditional read"));
      case MISSING -> {
        parsed.remove(cluster);
        yield Loaded.missing(absence, fetched.detail());
      }
      case UNREADABLE -> Loaded.unreadable(fetched.detail());
    };
  }
}
