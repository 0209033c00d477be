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
    /**
     * Longer than the limit, so no content is read: fetched and refused, whatever it says; {@code
     * detail} is the violation.
     */
    TOO_LARGE,
    /** Anything else; {@code detail} says what. */
    UNREADABLE
  }

  /**
   * @param etag of the content, with FETCHED, NOT_MODIFIED and TOO_LARGE
   * @param content with FETCHED, never longer than the limit
   * @param detail one line for people, with MISSING, TOO_LARGE and UNREADABLE
   */
  record Fetched(Kind kind, Optional<String> etag, byte[] content, String detail) {

    /** In the words of the reader that refuses a document of this length. */
    public static String tooLarge(long bytes, int limit) {
      return "expected at most " + limit + " bytes, found " + bytes + "; split the document up";
    }

    /**
     * @param target with its kind: {@code blob mappings/prod/mapping.json}
     */
    public static String missing(String target) {
      return "there is no " + target + "; publish it, a missing document is not an empty one";
    }
  }

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
