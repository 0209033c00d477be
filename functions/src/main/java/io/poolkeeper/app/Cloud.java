package io.poolkeeper.app;

/** The Azure cloud, as {@code POOLKEEPER_CLOUD} spells it in lower case. */
public enum Cloud {
  PUBLIC,
  GOVERNMENT,
  CHINA
}
