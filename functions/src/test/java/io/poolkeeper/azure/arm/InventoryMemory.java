package io.poolkeeper.azure.arm;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Parallel;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A process of its own that reads the inventory of 2,000 removals, or what an audit of the
 * machines' resource group needs, and says what that took.
 */
final class InventoryMemory {
  private InventoryMemory() {}

  /**
   * @param arguments endpoint, certificate authority and {@code audit} for the audit
   */
  public static void main(String[] arguments) {
    ArmOptions options = ArmOptions.local(URI.create(arguments[0]), Path.of(arguments[1]));
    Parallel inOrder =
        new Parallel() {
          @Override
          public <T> List<T> all(List<Supplier<T>> calls) {
            return calls.stream().map(Supplier::get).toList();
          }
        };
    ArmClient arm = ArmClient.of(options);
    Inventory all = arguments.length > 2 ? audited(arm, inOrder) : ofRemovals(arm, inOrder);
    long millis = ManagementFactory.getRuntimeMXBean().getUptime();
    ManagementFactory.getMemoryMXBean().gc();
    long live = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long seen = all.nics().all().stream().filter(nic -> nic.ipConfigurations().size() == 1).count();
    System.out.println(
        seen
            + " machines seen, "
            + live / 1_000_000
            + " MB live at the end, "
            + millis
            + " ms since the start of the process");
  }

  private static Inventory audited(ArmClient arm, Parallel inOrder) {
    ArmAuditReader.Read read =
        new ArmAuditReader(arm, new ManualTime(), inOrder)
            .read(List.of(Fleet.VNET.resourceGroupId()), "r");
    if (!read.unreadGroups().isEmpty() || read.inventory().nics().unreadable().isPresent()) {
      throw new IllegalStateException("not all was read: " + read.unreadGroups());
    }
    return read.inventory();
  }

  private static Inventory ofRemovals(ArmClient arm, Parallel inOrder) {
    Fleet fleet = new Fleet(2_000, false, true, "nobody");
    Draft draft = fleet.draft();
    fleet.arm.removeAll();
    PlanInput input = draft.input();
    InventoryReader.Steps steps =
        new ArmInventoryReader(arm, new ManualTime(), inOrder)
            .steps(
                input.mapping(),
                input.actual(),
                new Scope(Optional.empty(), Optional.empty()),
                "r");
    Inventory network = steps.network(GuardedPlanner.sought(draft));
    if (network.reach().holders().size() != 5_000) {
      throw new IllegalStateException("holders: " + network.reach().holders().size());
    }
    return steps.machines(GuardedPlanner.open(draft, network));
  }
}
