package io.poolkeeper.app;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All settings, or everything that is wrong with them at once.
 *
 * @param settings present if and only if there are no violations
 * @param warnings what is suspicious and does not stop the start, such as a misspelled name
 */
public record SettingsResult<T>(
    Optional<T> settings, List<SettingProblem> violations, List<SettingProblem> warnings) {
  public SettingsResult {
    if (settings.isPresent() != violations.isEmpty()) {
      throw new IllegalArgumentException("settings are either valid or have violations");
    }
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  /**
   * @throws IllegalStateException with all violations, one a line, if there are any: for the start
   *     of a process, which cannot go on
   */
  public T orThrow() {
    return settings.orElseThrow(
        () ->
            new IllegalStateException(
                violations.stream()
                    .map(SettingProblem::toString)
                    .collect(Collectors.joining("\n  ", "settings refused:\n  ", ""))));
  }
}
