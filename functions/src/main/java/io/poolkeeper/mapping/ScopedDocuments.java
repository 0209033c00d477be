package io.poolkeeper.mapping;

import io.poolkeeper.port.Documents;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Documents of clusters that are known although they may have no folder: a folder goes with its
 * last blob, and a mapping that was deleted must be missed, not forgotten.
 */
public final class ScopedDocuments implements Documents {
  private final Documents documents;
  private final Set<String> expected;

  /**
   * @param expected clusters whose mapping has to be there
   */
  public ScopedDocuments(Documents documents, Set<String> expected) {
    this.documents = documents;
    this.expected = Set.copyOf(expected);
  }

  @Override
  public Fetched mapping(String cluster, Optional<String> knownEtag) {
    return documents.mapping(cluster, knownEtag);
  }

  @Override
  public Fetched controls(String cluster, Optional<String> knownEtag) {
    return documents.controls(cluster, knownEtag);
  }

  /** Those with a folder and those that are expected, sorted. */
  @Override
  public List<String> clusters() {
    Set<String> all = new TreeSet<>(expected);
    all.addAll(documents.clusters());
    return List.copyOf(all);
  }
}
