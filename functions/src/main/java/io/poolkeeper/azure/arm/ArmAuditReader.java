package io.poolkeeper.azure.arm;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Reads everything that decides the egress of all machines behind the load balancers of some
 * resource groups: one list per kind and resource group, one per scale set, one GET per virtual
 * network. Lists that do not depend on each other go side by side; each is read item by item, and
 * what is no member's is not kept.
 */
public final class ArmAuditReader {
  private static final int MAX_ROUNDS = 8;

  private final ArmClient arm;
  private final TimeSource time;
  private final Parallel parallel;

  public ArmAuditReader(ArmClient arm, TimeSource time, Parallel parallel) {
    this.arm = arm;
    this.time = time;
    this.parallel = parallel;
  }

  /**
   * @param unreadGroups resource groups whose load balancers could not be listed, with the cause
   */
  public record Read(Inventory inventory, SortedMap<ArmId, String> unreadGroups) {}

  /** What cannot be read is an unreadable part with its cause, never an empty list. */
  public Read read(Collection<ArmId> resourceGroups, String requestId) {
    AuditView view = new AuditView(resourceGroups);
    Set<Listing> lists = new HashSet<>();
    Set<ArmId> networks = new HashSet<>();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Supplier<Runnable>> calls = new ArrayList<>();
      for (Listing listing : view.needed()) {
        if (lists.add(listing)) {
          calls.add(() -> list(view, listing, requestId));
        }
      }
      for (ArmId network : view.networks()) {
        if (networks.add(network)) {
          calls.add(() -> network(view, network, requestId));
        }
      }
      if (calls.isEmpty()) {
        return new Read(view.inventory(), view.unreadGroups());
      }
      parallel.all(calls).forEach(Runnable::run);
    }
    view.unfinished(lists, networks, time.now());
    return new Read(view.inventory(), view.unreadGroups());
  }

  /** Reads on any thread; what it returns is run on the caller's. */
  private Runnable list(AuditView view, Listing listing, String requestId) {
    Shelf<?>.Batch batch = view.shelf(listing.kind()).batch(listing);
    var failure = listing.read(arm, requestId, batch::add);
    return () -> batch.done(failure, time.now());
  }

  private Runnable network(AuditView view, ArmId id, String requestId) {
    Holders holders = view.holders();
    NetworkPage page = new NetworkPage(holders);
    Answer answer = arm.stream(NetworkPage.path(id, true), requestId, page);
    return () -> view.network(id, answer, page.network(), holders, time.now());
  }
}
