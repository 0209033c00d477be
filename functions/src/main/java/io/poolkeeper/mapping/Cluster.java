package io.poolkeeper.mapping;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The property {@code cluster}, which repeats the name of the blob's folder. */
final class Cluster {
  private Cluster() {}

  /**
   * @param folder empty text: any
   */
  static Optional<String> read(
      JsonCursor cursor, Values values, Pattern pattern, String expected, String folder)
      throws IOException {
    Optional<String> cluster = values.matching(pattern, expected);
    if (cluster.isPresent() && !folder.isEmpty() && !cluster.get().equals(folder)) {
      cursor.violation(
          () ->
              "expected "
                  + Shown.quoted(folder)
                  + ", the name of the folder, found "
                  + Shown.quoted(cluster.get())
                  + "; correct the name or move the document");
    }
    return cluster;
  }
}
