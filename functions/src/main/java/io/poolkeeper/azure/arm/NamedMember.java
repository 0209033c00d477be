package io.poolkeeper.azure.arm;

import io.poolkeeper.model.Address;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the one member that an error is about. */
final class NamedMember {
  private static final Pattern ADDRESS_LIKE = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

  private NamedMember() {}

  /**
   * A new member wins over members that were there before; of several none is taken, because
   * leaving out the wrong one would not help.
   *
   * @param sent names by address, all that was sent
   * @param added those of them that are new
   */
  static Optional<Address> in(ArmError error, Map<Address, String> sent, Set<Address> added) {
    Set<Address> byAddress = addresses(error.texts());
    byAddress.retainAll(sent.keySet());
    Set<Address> named = byAddress.isEmpty() ? byName(error.texts(), sent) : byAddress;
    return one(named, added::contains).or(() -> one(named, a -> true));
  }

  private static Optional<Address> one(Set<Address> named, Predicate<Address> which) {
    List<Address> found = named.stream().filter(which).toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static Set<Address> addresses(List<String> texts) {
    Set<Address> found = new TreeSet<>();
    for (String text : texts) {
      Matcher m = ADDRESS_LIKE.matcher(text);
      while (m.find()) {
        // A sentence may end, or go on with a colon, right after an address.
        String token = m.group().replaceAll("(?<!:):$|\\.+$", "");
        Address.parse(token).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Names count only in quotes or as a whole path segment: a name may be an ordinary word. */
  private static Set<Address> byName(List<String> texts, Map<Address, String> sent) {
    Set<Address> found = new LinkedHashSet<>();
    sent.forEach(
        (address, name) -> {
          Pattern p = Pattern.compile("(?i)(?<=['\"/])" + Pattern.quote(name) + "(?=['\"/]|$|\\s)");
          if (!name.isEmpty()
              && texts.stream().anyMatch(t -> t.equals(name) || p.matcher(t).find())) {
            found.add(address);
          }
        });
    return found;
  }
}
