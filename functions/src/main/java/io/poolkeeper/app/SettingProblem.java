package io.poolkeeper.app;

/**
 * One thing about the settings.
 *
 * @param setting full name, for example {@code POOLKEEPER_MODE}; for {@code POOLKEEPER_SCOPE} with
 *     the JSON path of the place
 * @param message what was expected, what was found, what to do; never a secret
 */
public record SettingProblem(String setting, String message) {
  @Override
  public String toString() {
    return setting + ": " + message;
  }
}
