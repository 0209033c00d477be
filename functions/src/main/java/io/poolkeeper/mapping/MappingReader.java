package io.poolkeeper.mapping;

import io.poolkeeper.model.Mapping;

/** Bytes to a valid {@link Mapping}, or all violations at once. Pure. */
public final class MappingReader {
  private MappingReader() {}

  /**
   * @param cluster name of the blob's folder, which the document has to repeat exactly; empty text:
   *     any (offline)
   */
  public static DocumentResult<Mapping> read(byte[] document, String cluster) {
    return StrictJson.read(document, Limits.MAPPING_BYTES, new MappingDocument(cluster));
  }
}
