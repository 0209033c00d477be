package io.poolkeeper.cli.audit;

import io.poolkeeper.app.LiveNetwork;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.azure.arm.ArmAuditReader;
import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.cli.input.InputFailure.Code;
import io.poolkeeper.cli.input.InputFiles;
import io.poolkeeper.egress.AuditReport;
import io.poolkeeper.egress.EgressAudit;
import io.poolkeeper.model.ArmId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** An audit of what Azure shows right now. */
final class LiveAudit {
  private LiveAudit() {}

  /**
   * @param names of resource groups, or their ids
   */
  static AuditReport of(
      List<String> names,
      Optional<String> subscription,
      Map<String, String> settings,
      EgressAudit.Conditions conditions)
      throws InputFailure {
    SettingsResult<LiveNetwork> network = LiveNetwork.of(settings);
    if (network.settings().isEmpty()) {
      throw new InputFailure(
          Code.INVALID_SETTINGS,
          "--set is refused",
          network.violations().stream().map(InputFiles::violation).toList());
    }
    SortedSet<ArmId> groups = new TreeSet<>();
    for (String name : names) {
      groups.add(group(name, subscription));
    }
    ArmAuditReader.Read read = network.settings().get().read(groups);
    if (!read.unreadGroups().isEmpty()) {
      throw new InputFailure(
          Code.UNREADABLE_GROUP, String.join("; ", read.unreadGroups().values()));
    }
    return EgressAudit.of(
        read.inventory(), id -> groups.contains(id.resourceGroupId()), conditions);
  }

  private static ArmId group(String name, Optional<String> subscription) throws InputFailure {
    Optional<ArmId> id =
        name.startsWith("/")
            ? ArmId.parse(name)
            : subscription
                .filter(given -> !given.isBlank())
                .flatMap(
                    given -> ArmId.parse("/subscriptions/" + given + "/resourceGroups/" + name));
    return id.filter(ArmId::isResourceGroup)
        .orElseThrow(
            () ->
                new InputFailure(
                    Code.UNREADABLE_GROUP,
                    "expected a name with --subscription, or an id such as"
                        + " /subscriptions/ID/resourceGroups/NAME, found "
                        + name
                        + (subscription.isPresent() ? "" : " and no subscription")));
  }
}
