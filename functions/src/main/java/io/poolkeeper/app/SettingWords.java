package io.poolkeeper.app;

/** Words of settings that have no type elsewhere. */
final class SettingWords {
  enum DefaultOutbound {
    NEVER,
    ASSUME
  }

  enum Switch {
    OFF,
    ON
  }

  enum Names {
    PLAIN,
    HASHED
  }

  private SettingWords() {}
}
