package io.poolkeeper.model;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A valid controls document ({@code poolkeeper.controls/v1}), or {@link #NONE} where there is none.
 *
 * @param loadBalancers by the lower-case name of the load balancer's key in the mapping
 */
public record Controls(
    Optional<Mode> mode, Map<String, Entry> loadBalancers, List<DeclaredEgress> egress) {

  /** No controls document: it is optional. */
  public static final Controls NONE = new Controls(Optional.empty(), Map.of(), List.of());

  /** What operators say of one load balancer. */
  public record Entry(Optional<Mode> mode, Optional<Pause> pause, Optional<Approval> approval) {
    public static final Entry NONE =
        new Entry(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * @param until exclusive end; empty: until it is taken out of the document
   */
  public record Pause(String by, String because, Optional<Instant> until) {
    public boolean active(Instant now) {
      return until.isEmpty() || now.isBefore(until.get());
    }
  }

  /**
   * @param planDigest 64 lower-case hexadecimal digits, see the plan's digest
   */
  public record Approval(String planDigest, Instant until, String by) {
    public boolean approves(String digest, Instant now) {
      return planDigest.equals(digest) && now.isBefore(until);
    }
  }

  /** A way out that ARM cannot show; counts as CERTAIN for the subnet and family. */
  public record DeclaredEgress(
      ArmId subnet, Family family, String because, Optional<Instant> until) {
    public boolean active(Instant now) {
      return until.isEmpty() || now.isBefore(until.get());
    }
  }

  /** By key of the mapping, without case. */
  public Entry loadBalancer(String name) {
    return loadBalancers.getOrDefault(name.toLowerCase(Locale.ROOT), Entry.NONE);
  }

  /** The strictest of the setting, the document and the load balancer's entry. */
  public Mode effectiveMode(Mode setting, String loadBalancer) {
    Mode mode = setting.strictest(this.mode.orElse(Mode.APPLY));
    return mode.strictest(loadBalancer(loadBalancer).mode().orElse(Mode.APPLY));
  }
}
