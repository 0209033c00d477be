package io.poolkeeper.devstack.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How one host process runs.
 *
 * @param packageFolder the staged package
 * @param settings app settings
 * @param port the loopback port; 0 takes a free one
 * @param hostKey the key that HTTP functions with authLevel function or admin ask for
 * @param hostId names the host's locks; instances of one app share it
 * @param messageLease how long a received queue message stays invisible between renewals
 * @param stopTimeout how long running invocations may go on after the host was told to stop
 * @param invocationLog where invocations are written as JSON lines
 */
record HostOptions(
    Path packageFolder,
    HostSettings settings,
    int port,
    String hostKey,
    String hostId,
    Duration messageLease,
    Duration stopTimeout,
    Optional<Path> invocationLog) {
  /** The real host's fixed invisibility of a message that is being worked on. */
  static final Duration REAL_MESSAGE_LEASE = Duration.ofMinutes(10);
}
