package io.poolkeeper.egress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is not known about one address: independent questions, each with a few possible values. An
 * answer gives a value to every question; a removal is judged under every possible answer.
 */
final class Facts {
  /**
   * More answers than this are not enumerated: the address's removals are all held, which is safe
   * under every answer. One address would need a dozen independent doubts at once to get there.
   */
  static final int MAX_ANSWERS = 4096;

  private final Map<String, Integer> index = new LinkedHashMap<>();
  private final List<Integer> values = new ArrayList<>();
  private final List<Integer> strides = new ArrayList<>();
  private long answers = 1;

  /**
   * @param key two questions with one key are the same question
   * @param count number of possible values
   * @return the question's number
   */
  int ask(String key, int count) {
    Integer known = index.get(key);
    if (known != null) {
      return known;
    }
    index.put(key, values.size());
    values.add(count);
    strides.add((int) Math.min(answers, MAX_ANSWERS));
    answers = Math.min(answers * count, MAX_ANSWERS + 1L);
    return values.size() - 1;
  }

  boolean tooMany() {
    return answers > MAX_ANSWERS;
  }

  /** Number of answers, at least one. */
  int answers() {
    return tooMany() ? 0 : (int) answers;
  }

  /** The value of a question under an answer. */
  int value(int question, int answer) {
    return answer / strides.get(question) % values.get(question);
  }
}
