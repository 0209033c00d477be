package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Pool;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The membership that a PUT carried.
 *
 * @param names entry names by address
 * @param added those addresses that are new
 */
record SentMembers(Map<Address, String> names, Set<Address> added) {

  static SentMembers of(JsonNode body, Set<Address> added) {
    return new SentMembers(members(body), Set.copyOf(added));
  }

  /** The pool, if the JSON shows exactly the addresses that were sent. */
  Optional<Pool> shownBy(JsonNode json) {
    if (!json.path("properties").path("loadBalancerBackendAddresses").isArray()) {
      return Optional.empty();
    }
    return pool(json).filter(p -> members(json).keySet().equals(names.keySet()));
  }

  /** Empty if the JSON is no pool. */
  static Optional<Pool> pool(JsonNode json) {
    try {
      return Optional.of(ArmReader.pool(json));
    } catch (ArmFormatException e) {
      return Optional.empty();
    }
  }

  /** The one member that an error is about. */
  Optional<Address> namedIn(ArmError error) {
    return NamedMember.in(error, names, added);
  }

  /** How another membership differs, in one line. */
  String difference(JsonNode json) {
    Set<Address> found = members(json).keySet();
    long lacking = names.keySet().stream().filter(a -> !found.contains(a)).count();
    long foreign = found.stream().filter(a -> !names.containsKey(a)).count();
    return "sent "
        + names.size()
        + " addresses; the result lacks "
        + lacking
        + " of them and shows "
        + foreign
        + " others";
  }

  private static Map<Address, String> members(JsonNode poolJson) {
    Map<Address, String> members = new TreeMap<>();
    for (JsonNode entry : poolJson.path("properties").path("loadBalancerBackendAddresses")) {
      Address.parse(entry.path("properties").path("ipAddress").asText(""))
          .ifPresent(address -> members.putIfAbsent(address, entry.path("name").asText("")));
    }
    return members;
  }
}
