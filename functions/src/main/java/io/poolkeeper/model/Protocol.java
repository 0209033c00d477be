package io.poolkeeper.model;

/** Transport protocols for which egress is judged separately. */
public enum Protocol {
  TCP,
  UDP
}
