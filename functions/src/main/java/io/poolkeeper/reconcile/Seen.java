package io.poolkeeper.reconcile;

import io.poolkeeper.model.Mode;
import java.util.Optional;

/**
 * What an outcome that cannot change by itself depended on: slice, controls, effective mode, the
 * load balancer's etag. The sweep asks again at once when one of them has changed.
 */
public final class Seen {
  /** Was looked for and is not there: a change when it comes. */
  public static final String ABSENT = "none";

  private static final String UNKNOWN = "-";
  private static final int DIGITS = 16;

  private Seen() {}

  /** Every part may be empty: not known, which is no change either way. */
  public static String of(
      Optional<String> slice,
      Optional<String> controlsEtag,
      Optional<Mode> mode,
      Optional<String> loadBalancerEtag) {
    return String.join(
        ".",
        part(slice),
        part(controlsEtag),
        mode.map(Mode::text).orElse(UNKNOWN),
        part(loadBalancerEtag));
  }

  /** Whether a part that is known on both sides differs. */
  public static boolean changed(String before, String now) {
    String[] were = before.split("\\.", -1);
    String[] are = now.split("\\.", -1);
    if (were.length != are.length) {
      return true;
    }
    for (int i = 0; i < were.length; i++) {
      boolean known = !were[i].equals(UNKNOWN) && !are[i].equals(UNKNOWN);
      if (known && !were[i].equals(are[i])) {
        return true;
      }
    }
    return false;
  }

  private static String part(Optional<String> value) {
    return value
        .map(text -> text.equals(ABSENT) ? text : Sha256.hex(text).substring(0, DIGITS))
        .orElse(UNKNOWN);
  }
}
