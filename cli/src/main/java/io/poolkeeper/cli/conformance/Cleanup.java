package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.arm.ArmRest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Finds what earlier runs left: by name and tag, both. */
final class Cleanup {
  static final String TAG = "poolkeeper-conformance";
  static final String PREFIX = "rg-poolkeeper-conformance-";

  private Cleanup() {}

  /**
   * Names of groups.
   *
   * @throws IllegalArgumentException if they cannot be listed
   */
  static List<String> left(ArmRest arm, String subscription) {
    List<String> names = new ArrayList<>();
    String next = "/subscriptions/" + subscription + "/resourceGroups?api-version=2021-04-01";
    while (!next.isEmpty()) {
      ArmRest.Reply reply =
          arm.send("GET", next, Map.of(), Optional.empty(), UUID.randomUUID().toString());
      if (reply.status() != 200) {
        throw new IllegalArgumentException(
            "resource groups of subscription " + subscription + ": " + reply.said());
      }
      for (JsonNode group : reply.body().path("value")) {
        String name = group.path("name").asText();
        if (name.startsWith(PREFIX) && group.path("tags").has(TAG)) {
          names.add(name);
        }
      }
      next = reply.body().path("nextLink").asText("");
    }
    return names;
  }
}
