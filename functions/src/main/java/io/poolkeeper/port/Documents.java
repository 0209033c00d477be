package io.poolkeeper.port;

import java.util.List;
import java.util.Optional;

/**
 * The documents that publishers and operators write: {@code <cluster>/mapping.json} and controls.
 */
public interface Documents {

  enum Kind {
    /** Content and ETag are there. */
    FETCHED,
    /** 304: the ETag given is still the current one. */
    NOT_MODIFIED,
    /** 404 of the blob in a container that can be read. */
    MISSING,
    /** Anything else, also larger than the limit; {@code detail} says what. */
    UNREADABLE
  }

  /**
   * @param etag of the content, with FETCHED and NOT_MODIFIED
   * @param content with FETCHED, never longer than the limit
   * @param detail one line for people, with UNREADABLE
   */
  record Fetched(Kind kind, Optional<String> etag, byte[] content, String detail) {}

  Fetched mapping(String cluster, Optional<String> knownEtag);

  Fetched controls(String cluster, Optional<String> knownEtag);

  /**
   * Names of the clusters that have a folder of their own beside the mappings of others, sorted; a
   * folder without a mapping blob may be among them.
   *
   * @throws PortException if the container cannot be listed
   */
  List<String> clusters();
}
