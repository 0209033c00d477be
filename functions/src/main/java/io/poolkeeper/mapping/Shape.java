package io.poolkeeper.mapping;

import java.util.ArrayList;
import java.util.List;

/** The properties of one kind of object. */
record Shape(String what, List<String> required, List<String> optional) {

  String expected() {
    return what + " (an object with " + String.join(", ", known()) + ")";
  }

  String unknown(String name) {
    return "expected "
        + what
        + " to have only "
        + String.join(", ", known())
        + ", found "
        + Shown.quoted(name)
        + "; remove or rename it";
  }

  String missing(String name) {
    return "expected " + what + " to have " + name + ", found none; add it";
  }

  private List<String> known() {
    List<String> known = new ArrayList<>(required);
    known.addAll(optional);
    return known;
  }
}
