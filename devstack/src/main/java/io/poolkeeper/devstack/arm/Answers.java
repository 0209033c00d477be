package io.poolkeeper.devstack.arm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Yes or no to questions that the state leaves open; remembers what was asked. */
final class Answers {
  /** More open questions than this about one machine get the answer no. */
  private static final int LIMIT = 10;

  private final Set<String> yes;
  private final Set<String> asked = new LinkedHashSet<>();

  private Answers(Set<String> yes) {
    this.yes = yes;
  }

  boolean to(String question) {
    asked.add(question);
    return yes.contains(question);
  }

  /** Whether the test holds under some set of answers to all that it asks. */
  static boolean some(Predicate<Answers> test) {
    Answers first = new Answers(Set.of());
    if (test.test(first)) {
      return true;
    }
    List<String> questions = new ArrayList<>(first.asked);
    questions = questions.subList(0, Math.min(LIMIT, questions.size()));
    for (int bits = 1; bits < 1 << questions.size(); bits++) {
      Set<String> yes = new HashSet<>();
      for (int i = 0; i < questions.size(); i++) {
        if ((bits >> i & 1) == 1) {
          yes.add(questions.get(i));
        }
      }
      if (test.test(new Answers(yes))) {
        return true;
      }
    }
    return false;
  }
}
