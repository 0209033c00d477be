package io.poolkeeper.mapping;

import io.poolkeeper.model.Controls;

/** Bytes to valid {@link Controls}, or all violations at once. Pure. */
public final class ControlsReader {
  private ControlsReader() {}

  /**
   * @param cluster name of the blob's folder, which the document has to repeat exactly; empty text:
   *     any (offline)
   */
  public static DocumentResult<Controls> read(byte[] document, String cluster) {
    return StrictJson.read(document, Limits.CONTROLS_BYTES, new ControlsDocument(cluster));
  }
}
