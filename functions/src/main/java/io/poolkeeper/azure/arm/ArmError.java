package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.Masked;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The error of an answer or of an operation, with everything nested in it. Shape: {@code
 * {"error":{"code","message","target","details":[the same],"innererror"}}}.
 *
 * @param code the outermost code, or empty text
 * @param codes all codes, the outermost first
 * @param texts all messages and targets
 */
record ArmError(String code, Set<String> codes, List<String> texts) {
  private static final int MAX_DEPTH = 6;
  private static final int MAX_TEXTS = 200;
  private static final int MAX_TEXT = 4000;

  /** Codes go into ledgers, whose reader takes no long ones. */
  private static final int MAX_CODE = 128;

  private static final int MAX_DETAIL = 400;
  private static final Pattern MISSING =
      Pattern.compile(
          "(?i)perform action(?:\\(s\\))? '([^']+)' (?:over|on the linked|on) scope(?:\\(s\\))? '([^']+)'");

  static ArmError of(Answer answer) {
    return of(answer.json());
  }

  /** Of an error answer, or of the status document of an operation. */
  static ArmError of(JsonNode json) {
    JsonNode error = json.path("error").isObject() ? json.path("error") : json;
    Set<String> codes = new LinkedHashSet<>();
    List<String> texts = new ArrayList<>();
    collect(error, codes, texts, 0);
    return new ArmError(cut(error.path("code").asText(""), MAX_CODE), codes, texts);
  }

  private static void collect(JsonNode error, Set<String> codes, List<String> texts, int depth) {
    if (depth > MAX_DEPTH || texts.size() > MAX_TEXTS) {
      return;
    }
    add(codes, error.path("code"), MAX_CODE);
    add(texts, error.path("message"), MAX_TEXT);
    add(texts, error.path("target"), MAX_TEXT);
    error.path("details").forEach(detail -> collect(detail, codes, texts, depth + 1));
    if (error.path("innererror").isObject()) {
      collect(error.path("innererror"), codes, texts, depth + 1);
    }
  }

  private static void add(java.util.Collection<String> to, JsonNode text, int maxLength) {
    if (text.isTextual() && !text.textValue().isBlank()) {
      to.add(cut(text.textValue(), maxLength));
    }
  }

  private static String cut(String text, int maxLength) {
    return text.length() <= maxLength ? text : text.substring(0, maxLength);
  }

  boolean hasAny(Set<String> known) {
    return codes.stream().anyMatch(code -> known.stream().anyMatch(code::equalsIgnoreCase));
  }

  /** The innermost code: the one that says most. */
  String mostSpecificCode() {
    String last = code;
    for (String each : codes) {
      last = each;
    }
    return last;
  }

  /** One line: what is missing where ARM says so, else its messages; never the caller's name. */
  String detail() {
    List<String> missing = new ArrayList<>();
    for (String text : texts) {
      Matcher m = MISSING.matcher(text);
      String found = null;
      while (m.find()) {
        // The linked scope, which is what is missing, comes after what the caller may do.
        found = "missing action " + m.group(1) + " on scope " + m.group(2);
      }
      if (found != null) {
        missing.add(found);
      }
    }
    String all =
        Masked.of(String.join("; ", missing.isEmpty() ? texts : missing)).replaceAll("\\s+", " ");
    return all.length() <= MAX_DETAIL ? all : all.substring(0, MAX_DETAIL) + "...";
  }
}
