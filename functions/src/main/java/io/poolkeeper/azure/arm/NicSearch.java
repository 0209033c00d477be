package io.poolkeeper.azure.arm;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the NICs of addresses with as few calls as possible: the network says of each address in
 * which subnet and in which NIC it is, and so which lists are needed. Where it does not say that of
 * an address that is asked for, the lists do, as far as they are few. Not thread-safe.
 */
final class NicSearch {
  /** Up to so many lists are read to look for addresses that the network does not show. */
  static final int FEW_LISTS = 8;

  /** As many as are read where the network shows no addresses at all. */
  static final int MAX_LISTS = 100;

  /** How the network is to be read next. */
  enum Read {
    NONE,
    PLAIN,
    EXPANDED
  }

  private final Set<Address> ofInterest;
  private final Shelf<Network.Nic> nics;
  private final Set<Address> sought = new HashSet<>();
  private final Set<Address> open = new HashSet<>();
  private final Set<String> unreadable = new LinkedHashSet<>();
  private Optional<Holders> plain = Optional.empty();
  private Optional<Holders> expanded = Optional.empty();
  private boolean triedPlain;
  private boolean triedExpanded;

  NicSearch(Set<Address> ofInterest, Shelf<Network.Nic> nics) {
    this.ofInterest = ofInterest;
    this.nics = nics;
  }

  void seek(Set<Address> addresses) {
    sought.addAll(addresses);
  }

  void open(Set<Address> addresses) {
    open.addAll(addresses);
  }

  Read next() {
    if (!triedExpanded && !(sought.isEmpty() && open.isEmpty())) {
      return Read.EXPANDED;
    }
    return !triedPlain && expanded.isEmpty() ? Read.PLAIN : Read.NONE;
  }

  void found(Holders holders, boolean withAddresses) {
    if (withAddresses) {
      triedExpanded = true;
      expanded = Optional.of(holders);
    } else {
      triedPlain = true;
      plain = Optional.of(holders);
    }
  }

  /**
   * Without the addresses the network itself may still be had, unless it is missing, forbidden, or
   * throttled.
   *
   * @return whether there is no network at all
   */
  boolean failed(boolean withAddresses, int status, String cause) {
    if (withAddresses) {
      triedExpanded = true;
      unreadable.add(cause);
      triedPlain |= status == 401 || status == 403 || status == 404 || status == 429;
    } else {
      triedPlain = true;
      triedExpanded = true;
      unreadable.add(cause);
    }
    return triedPlain && plain.isEmpty();
  }

  /** What came was no network. */
  void failed(String cause) {
    triedPlain = true;
    triedExpanded = true;
    unreadable.add(cause);
  }

  /** To collect what the network says. */
  Holders holders() {
    return new Holders(ofInterest);
  }

  /** The lists of NICs that are needed as far as is known. */
  Set<Listing> lists() {
    Set<Listing> lists = new LinkedHashSet<>();
    if (expanded.isPresent()) {
      Map<Address, Inventory.Holder> holders = expanded.get().byAddress();
      for (Address address : open) {
        Optional.ofNullable(holders.get(address))
            .flatMap(holder -> Holders.listOf(holder.configuration()))
            .ifPresent(lists::add);
      }
      if (!open.isEmpty() || !holders.keySet().containsAll(sought)) {
        lists.addAll(expanded.get().withoutAddress());
      }
      if (!holders.keySet().containsAll(open)) {
        addAll(lists, expanded.get(), FEW_LISTS);
      }
    } else if (plain.isPresent() && !open.isEmpty()) {
      addAll(lists, plain.get(), MAX_LISTS);
    }
    return lists;
  }

  private static void addAll(Set<Listing> to, Holders network, int limit) {
    if (network.lists().size() <= limit) {
      to.addAll(network.lists());
    }
  }

  Inventory.Reach reach(Set<ArmId> onlyNamed) {
    Set<Address> asked = new HashSet<>(expanded.isPresent() ? ofInterest : sought);
    asked.addAll(open);
    Set<String> causes = new LinkedHashSet<>();
    if (expanded.isEmpty()) {
      causes.addAll(unreadable);
    } else {
      expanded.get().withoutAddress().forEach(l -> nics.cause(l).ifPresent(causes::add));
    }
    return new Inventory.Reach(
        asked,
        expanded.map(Holders::byAddress).orElse(new HashMap<>()),
        causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes)),
        onlyNamed);
  }
}
