package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The elements of a list call.
 *
 * @param items raw, of all pages that came
 * @param failure the answer that ended the list early; empty: it is complete
 */
record Pages(List<JsonNode> items, Optional<Answer> failure) {

  static Pages of(List<Answer> answers, Optional<Answer> failure) {
    if (answers.isEmpty() && failure.isEmpty()) {
      return new Pages(List.of(), Optional.of(Answer.none("no page came")));
    }
    List<JsonNode> items = new ArrayList<>();
    for (Answer answer : answers) {
      JsonNode value = answer.json().path("value");
      if (answer.ok() && value.isArray()) {
        value.forEach(items::add);
      } else if (answer.ok() && failure.isEmpty()) {
        return new Pages(items, Optional.of(Answer.none("a page has no array 'value'")));
      }
    }
    return new Pages(items, failure);
  }
}
