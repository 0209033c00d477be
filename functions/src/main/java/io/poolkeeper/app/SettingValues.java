package io.poolkeeper.app;

import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.ScopeReader;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads single settings by their name without prefix and collects what is wrong. A blank value
 * counts as absent, since templates write one for what is left out.
 */
final class SettingValues {
  private static final int SHOWN = 40;
  private static final int LARGEST_POOL = 100_000;
  private static final Duration LONGEST = Duration.ofDays(3660);

  private final Map<String, String> given;
  private final String prefix;
  final List<SettingProblem> violations = new ArrayList<>();

  /**
   * @param prefix what the names in {@code given} start with
   */
  SettingValues(Map<String, String> given, String prefix) {
    this.given = given;
    this.prefix = prefix;
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(given.get(prefix + name))
        .map(String::trim)
        .filter(t -> !t.isEmpty());
  }

  String fullName(String name) {
    return prefix + name;
  }

  void violation(String name, String message) {
    violations.add(new SettingProblem(prefix + name, message));
  }

  /**
   * One of the enum's words in lower case; where it is none, the default, so that reading goes on.
   */
  <E extends Enum<E>> E word(String name, Class<E> words, E absent) {
    Optional<String> text = text(name);
    List<String> allowed = new ArrayList<>();
    for (E word : words.getEnumConstants()) {
      String spelled = word.name().toLowerCase(Locale.ROOT);
      if (text.isEmpty() ? word == absent : spelled.equals(text.get())) {
        return word;
      }
      allowed.add(spelled);
    }
    refuse(name, String.join(" or ", allowed));
    return absent;
  }

  Optional<Duration> duration(String name) {
    Optional<String> text = text(name);
    Optional<Duration> value = text.flatMap(SettingValues::positiveDuration);
    if (text.isPresent() && value.isEmpty()) {
      refuse(name, "a positive ISO duration of at most ten years, such as PT15M");
    }
    return value;
  }

  private static Optional<Duration> positiveDuration(String text) {
    try {
      Duration value = Duration.parse(text);
      boolean sane = !value.isNegative() && !value.isZero() && value.compareTo(LONGEST) <= 0;
      return sane ? Optional.of(value) : Optional.empty();
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  int poolSize(String name, int absent) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return absent;
    }
    int value = text.get().matches("[0-9]{1,6}") ? Integer.parseInt(text.get()) : 0;
    if (value < 1 || value > LARGEST_POOL) {
      refuse(name, "a whole number from 1 to " + LARGEST_POOL);
      return absent;
    }
    return value;
  }

  SortedSet<Protocol> protocols(String name) {
    SortedSet<Protocol> protocols = new TreeSet<>();
    List<String> known = Arrays.stream(Protocol.values()).map(Protocol::name).toList();
    for (String word : text(name).orElse(Protocol.TCP.name()).split(",", -1)) {
      if (known.contains(word.trim())) {
        protocols.add(Protocol.valueOf(word.trim()));
      } else {
        refuse(name, "TCP, UDP or TCP,UDP");
        return new TreeSet<>(List.of(Protocol.TCP));
      }
    }
    return Collections.unmodifiableSortedSet(protocols);
  }

  String schedule(String name, String absent) {
    String text = text(name).orElse(absent);
    if (!Schedule.isValid(text)) {
      refuse(name, "an NCRONTAB expression of six fields, such as '0 * * * * *'");
    }
    return text;
  }

  /** Scopes by cluster; empty Optional if the setting is absent. */
  Optional<Map<String, Scope>> scopes(String name) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    DocumentResult<Map<String, Scope>> result = ScopeReader.read(text.get());
    for (Violation violation : result.violations()) {
      violation(name + " " + violation.path(), violation.message());
    }
    return Optional.of(result.value().orElse(Map.of()));
  }

  void refuse(String name, String expected) {
    violation(
        name,
        "expected "
            + expected
            + ", found "
            + shown(text(name).orElse(""))
            + "; correct the setting");
  }

  /** A value that was put into the wrong setting may be a secret: only what is short is shown. */
  private static String shown(String value) {
    boolean harmless =
        value.length() <= SHOWN
            && !value.contains("=")
            && value.chars().noneMatch(Character::isISOControl);
    return harmless ? "'" + value + "'" : value.length() + " characters";
  }
}
