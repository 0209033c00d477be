package io.poolkeeper.kql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a query, one after the other. */
final class Tokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|//[^\\n]*|(\"[^\"\\\\\\n]*\"|mv-expand|[A-Za-z_]\\w*|\\d+[mh]\\b|\\d+(?![\\w.])"
              + "|==|!=|>=|<=|!in\\b|[|=,;().<>\\[\\]])");

  private final List<String> words = new ArrayList<>();
  private int at;

  Tokens(String text) {
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        throw new IllegalArgumentException(
            "not in the subset of KQL: " + text.substring(end).lines().findFirst().orElse(""));
      }
      if (matcher.group(1) != null) {
        words.add(matcher.group(1));
      }
      end = matcher.end();
    }
  }

  boolean isAtEnd() {
    return at == words.size();
  }

  String peek() {
    return isAtEnd() ? "" : words.get(at);
  }

  /** The word after the next one. */
  String second() {
    return at + 1 < words.size() ? words.get(at + 1) : "";
  }

  /** The word that {@code bin(} begins with. */
  String third() {
    return at + 2 < words.size() ? words.get(at + 2) : "";
  }

  String next() {
    if (isAtEnd()) {
      throw new IllegalArgumentException("the query ends too early");
    }
    return words.get(at++);
  }

  boolean accept(String word) {
    boolean there = peek().equals(word);
    if (there) {
      at++;
    }
    return there;
  }

  void expect(String word) {
    String found = next();
    if (!found.equals(word)) {
      throw new IllegalArgumentException("expected '" + word + "', found '" + found + "'");
    }
  }

  String name() {
    String found = next();
    if (!found.matches("[A-Za-z_]\\w*")) {
      throw new IllegalArgumentException("expected a name, found '" + found + "'");
    }
    return found;
  }
}
