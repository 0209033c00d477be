package io.poolkeeper.mapping;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The property {@code cluster}, which repeats the name of the blob's folder. */
final class Cluster {
  static final String EXPECTED = "a cluster's name of at most 63 letters, digits, '.', '_' and '-'";

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9_])?");

  private Cluster() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * @param folder empty text: any
   */
  static Optional<String> read(JsonCursor cursor, Values values, String folder) throws IOException {
    Optional<String> cluster =
        values.parsed(EXPECTED, text -> Optional.of(text).filter(Cluster::isName));
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
