package io.poolkeeper.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects violations up to a limit and counts the rest, so that no document can make it grow. */
final class ViolationList {
  private final List<Violation> listed = new ArrayList<>();
  private long more;

  void add(Supplier<String> path, Supplier<String> message) {
    if (listed.size() < Limits.VIOLATIONS) {
      listed.add(new Violation(path.get(), message.get()));
    } else {
      more++;
    }
  }

  void add(String path, String message) {
    add(() -> path, () -> message);
  }

  boolean isEmpty() {
    return listed.isEmpty();
  }

  List<Violation> toList() {
    List<Violation> all = new ArrayList<>(listed);
    if (more > 0) {
      all.add(new Violation(JsonPath.ROOT, "and " + more + " more; correct the ones listed first"));
    }
    return List.copyOf(all);
  }
}
