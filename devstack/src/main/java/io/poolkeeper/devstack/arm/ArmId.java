package io.poolkeeper.devstack.arm;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an ARM path as it was written. {@code steps} are the segments after the provider's
 * namespace: type, name, type, name…; an odd number of them means a collection.
 */
record ArmId(String subscription, String group, String namespace, List<String> steps) {

  /** Null when the path is no ARM path. */
  static ArmId parse(String path) {
    List<String> parts = new ArrayList<>(List.of(path.split("/")));
    parts.removeIf(String::isEmpty);
    if (parts.isEmpty() || !parts.get(0).equalsIgnoreCase("subscriptions") || parts.size() < 2) {
      return null;
    }
    String subscription = parts.get(1);
    int next = 2;
    String group = "";
    if (parts.size() > 2 && parts.get(2).equalsIgnoreCase("resourceGroups")) {
      if (parts.size() == 3) {
        return new ArmId(subscription, "", "", List.of(parts.get(2)));
      }
      group = parts.get(3);
      next = 4;
    }
    if (parts.size() == next) {
      return new ArmId(subscription, group, "", List.of());
    }
    if (!parts.get(next).equalsIgnoreCase("providers") || parts.size() < next + 2) {
      return null;
    }
    return new ArmId(
        subscription,
        group,
        parts.get(next + 1),
        List.copyOf(parts.subList(next + 2, parts.size())));
  }

  boolean isCollection() {
    return steps.size() % 2 == 1;
  }

  boolean isGroup() {
    return steps.isEmpty() && namespace.isEmpty() && !group.isEmpty();
  }

  /** A subscription's registration of a provider. */
  boolean isProvider() {
    return steps.isEmpty() && !namespace.isEmpty();
  }

  String type(int level) {
    return 2 * level < steps.size() ? steps.get(2 * level) : "";
  }

  String name(int level) {
    return 2 * level + 1 < steps.size() ? steps.get(2 * level + 1) : "";
  }

  boolean is(String namespaceName, String... types) {
    if (!namespace.equalsIgnoreCase(namespaceName) || (steps.size() + 1) / 2 != types.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      if (!type(i).equalsIgnoreCase(types[i])) {
        return false;
      }
    }
    return true;
  }

  /** "Microsoft.Network/loadBalancers/backendAddressPools". */
  String fullType() {
    StringBuilder text = new StringBuilder(namespace);
    for (int i = 0; i < steps.size(); i += 2) {
      text.append('/').append(steps.get(i));
    }
    return text.toString();
  }

  /** Lower-case full type; the kind under which requests are counted. */
  String kind() {
    return steps.isEmpty()
        ? (isProvider() ? "providers" : "resourcegroups")
        : Json.lower(namespace.isEmpty() ? steps.get(0) : fullType());
  }

  /** The path up to and including a number of steps. */
  String upTo(int count) {
    String base =
        "/subscriptions/" + subscription + (group.isEmpty() ? "" : "/resourceGroups/" + group);
    return namespace.isEmpty()
        ? base
        : base
            + "/providers/"
            + namespace
            + (count == 0 ? "" : "/" + String.join("/", steps.subList(0, count)));
  }

  String text() {
    return upTo(steps.size());
  }

  String key() {
    return Json.lower(text());
  }

  /** The resource that a child lives in; itself for a resource. */
  String rootText() {
    return upTo(Math.min(2, steps.size()));
  }

  String rootKey() {
    return Json.lower(rootText());
  }
}
