package io.poolkeeper.simulation;

import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.LoadBalancers;
import java.util.ArrayList;
import java.util.List;

/** What happened, line by line, for people; written only when somebody asks for it. */
final class Trace {
  private static final int MOST = 20_000;

  private final List<String> lines = new ArrayList<>();
  private final Timeline time;
  private final boolean on;

  Trace(Timeline time, boolean on) {
    this.time = time;
    this.on = on;
  }

  boolean on() {
    return on;
  }

  void add(String line) {
    if (on && lines.size() < MOST) {
      long now = time.now();
      lines.add(
          String.format("%4d:%02d.%03d  %s", now / 60_000, now / 1000 % 60, now % 1000, line));
    }
  }

  List<String> lines() {
    return lines;
  }

  /** In few words. */
  static String shown(Object answer) {
    if (answer instanceof Ledgers.Acquired acquired) {
      return acquired.kind().toString();
    }
    if (answer instanceof Claims.Acquired acquired) {
      return acquired.kind().toString();
    }
    if (answer instanceof Ledgers.Read read) {
      return read.condition()
          + " "
          + read.ledger().outcome().map(Enum::name).orElse("")
          + " covered through "
          + read.ledger().coveredThrough().map(Object::toString).orElse("never");
    }
    if (answer instanceof LoadBalancers.Read read) {
      return read.kind() + " " + read.loadBalancer().map(lb -> Members.shown(lb)).orElse("");
    }
    if (answer instanceof LoadBalancers.Listed listed) {
      return listed.kind().toString();
    }
    if (answer instanceof LoadBalancers.Written written) {
      return written.kind() + " " + written.code();
    }
    if (answer instanceof Documents.Fetched fetched) {
      return fetched.kind() + " " + fetched.etag().orElse("");
    }
    return String.valueOf(answer);
  }
}
