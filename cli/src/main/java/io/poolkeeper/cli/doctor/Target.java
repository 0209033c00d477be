package io.poolkeeper.cli.doctor;

import io.poolkeeper.model.ArmId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A resource group and all that is in it and counts. */
record Target(ArmId group, Set<Holding> holds) {

  /**
   * @param text {@code NAME} or an id, with {@code =loadBalancers,network,machines} or a part of
   *     that; without it all three
   * @throws IllegalArgumentException that says what was expected
   */
  static Target parse(String text, Optional<String> subscription) {
    String[] parts = text.split("=", 2);
    EnumSet<Holding> holds = EnumSet.noneOf(Holding.class);
    if (parts.length == 2) {
      for (String word : parts[1].split(",")) {
        holds.add(Holding.of(word));
      }
    }
    String id =
        parts[0].startsWith("/")
            ? parts[0]
            : "/subscriptions/" + subscription.orElse("") + "/resourceGroups/" + parts[0];
    return new Target(
        ArmId.parse(id)
            .filter(ArmId::isResourceGroup)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "expected a name with --subscription, or an id such as"
                            + " /subscriptions/ID/resourceGroups/NAME, found "
                            + parts[0])),
        holds.isEmpty() ? EnumSet.allOf(Holding.class) : holds);
  }

  SortedSet<String> actions() {
    SortedSet<String> actions = new TreeSet<>();
    holds.forEach(holding -> actions.addAll(holding.actions()));
    return actions;
  }

  String words() {
    return holds.stream().map(Holding::word).collect(Collectors.joining(", "));
  }
}
