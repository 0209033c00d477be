package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges a {@link RandomFleet} with {@link BruteJudge} alone: after every write, whether a removal
 * made a machine weaker; in the end, whether what is left is left for a reason.
 */
public final class FleetCourt {
  private final RandomFleet fleet;
  private final List<String> weakened = new ArrayList<>();
  private int removals;

  FleetCourt(RandomFleet fleet) {
    this.fleet = fleet;
  }

  /** One line for each removal that made a machine weaker. */
  public List<String> weakened() {
    return weakened;
  }

  /** How many members were taken out so far. */
  public int removals() {
    return removals;
  }

  /** After a PUT has landed; what it took out loses its membership by NIC as well. */
  void written(LoadBalancer before, LoadBalancer after) {
    Inventory was = fleet.inventory().with(before);
    List<Address> removed = new ArrayList<>();
    for (Pool pool : before.pools()) {
      Set<Address> gone = members(pool);
      after.pool(pool.name()).ifPresent(now -> gone.removeAll(members(now)));
      gone.forEach(address -> RandomFleet.leave(fleet.snapshot(), pool.id(), address));
      removed.addAll(gone);
    }
    removals += removed.size();
    Inventory is = fleet.inventory();
    for (Address address : removed) {
      if (isWeaker(after.id(), address, was, is)) {
        weakened.add(
            address + " by a write to " + after.name() + ", before it in " + in(was, address));
      }
    }
  }

  private static List<String> in(Inventory inventory, Address address) {
    List<String> in = new ArrayList<>();
    for (LoadBalancer lb : inventory.loadBalancers().all()) {
      lb.pools().stream()
          .filter(pool -> members(pool).contains(address))
          .forEach(pool -> in.add(lb.name() + "/" + pool.name()));
    }
    return in;
  }

  private static Set<Address> members(Pool pool) {
    Set<Address> members = new TreeSet<>();
    pool.entries().forEach(e -> e.address().ifPresent(members::add));
    return members;
  }

  /** Whether under some answer to what cannot be read it is weaker than it was. */
  private boolean isWeaker(ArmId own, Address address, Inventory was, Inventory is) {
    BruteJudge before = judge(own, was);
    BruteJudge after = judge(own, is);
    List<Protocol> protocols = List.copyOf(fleet.settings().protocols());
    List<Map<String, Integer>> answers =
        BruteJudge.answers(List.of(before, after), address, protocols);
    return !BruteStrengths.atLeast(
        BruteJudge.under(answers, after, address, protocols),
        BruteJudge.under(answers, before, address, protocols));
  }

  private BruteJudge judge(ArmId own, Inventory inventory) {
    boolean assume = fleet.settings().assumeDefaultOutbound();
    return new BruteJudge(fleet.mappingOf(own), inventory, own, assume, fleet.declared());
  }

  /** What nobody works on any more: everything that is wanted is in, every hold has a reason. */
  public final class Verdict {
    private final List<String> problems = new ArrayList<>();
    private int held;
    private int remembered;
    private int braked;

    public List<String> problems() {
      return problems;
    }

    /** Members that are held because leaving makes the machine weaker now. */
    public int held() {
      return held;
    }

    /** Members that are held because too many would leave at once. */
    public int braked() {
      return braked;
    }

    /** Members that are held because of what the ledger remembers. */
    public int remembered() {
      return remembered;
    }
  }

  public Verdict verdict() {
    Verdict verdict = new Verdict();
    for (ArmId id : fleet.ours()) {
      Mapping mapping = fleet.mappingOf(id);
      for (Mapping.Service service : mapping.services().values()) {
        if (!mapping.loadBalancers().get(service.loadBalancer()).id().equals(id)) {
          continue;
        }
        String name = service.name().replace('/', '-');
        for (String pool : List.of(name, name + "-ipv6")) {
          look(verdict, fleet.arm().read(id).pool(pool).orElseThrow(), wanted(mapping, service));
        }
      }
    }
    return verdict;
  }

  private static Set<Address> wanted(Mapping mapping, Mapping.Service service) {
    Set<Address> wanted = new TreeSet<>();
    service.nodes().forEach(node -> wanted.addAll(mapping.nodes().get(node).addresses()));
    return wanted;
  }

  private void look(Verdict verdict, Pool pool, Set<Address> wanted) {
    ArmId id = pool.id().root();
    String at = id.name() + "/" + pool.name();
    Set<Address> members = members(pool);
    for (Address address : wanted) {
      boolean ofPool = pool.name().endsWith("-ipv6") == address.text().contains(":");
      if (ofPool && !members.contains(address)) {
        verdict.problems.add(address + " is wanted in " + at + " and not there");
      }
    }
    for (Ledger.Hold hold : fleet.ledgers().get(id).holds()) {
      if (hold.pool().equalsIgnoreCase(pool.name()) && !members.contains(hold.address())) {
        verdict.problems.add(hold.address() + " is held in " + at + " and not there");
      }
    }
    members.removeAll(wanted);
    for (Address address : members) {
      Optional<Ledger.Hold> hold =
          fleet.ledgers().get(id).holds().stream()
              .filter(h -> h.pool().equalsIgnoreCase(pool.name()) && h.address().equals(address))
              .findFirst();
      if (hold.isEmpty()) {
        verdict.problems.add(address + " is left in " + at + " without a hold");
      } else if (hold.get().reason() == HoldReason.MASS_REMOVAL) {
        verdict.braked++;
      } else if (isWeaker(id, address, fleet.inventory(), without(pool, address))) {
        verdict.held++;
      } else if (fallsShort(hold.get(), id, without(pool, address))) {
        verdict.remembered++;
      } else {
        verdict.problems.add(address + " is held in " + at + " and safe to remove: " + hold);
      }
    }
  }

  /** Whether under some answer it would have less than the hold remembers. */
  private boolean fallsShort(Ledger.Hold hold, ArmId id, Inventory after) {
    List<Protocol> protocols = List.copyOf(fleet.settings().protocols());
    BruteJudge judge = judge(id, after);
    List<Map<String, Integer>> answers =
        BruteJudge.answers(List.of(judge), hold.address(), protocols);
    for (Strength[] strengths : BruteJudge.under(answers, judge, hold.address(), protocols)) {
      for (int p = 0; p < strengths.length; p++) {
        Strength stored = hold.strength().getOrDefault(protocols.get(p), Strength.NONE);
        if (strengths[p].weakerThan(stored)) {
          return true;
        }
      }
    }
    return false;
  }

  private Inventory without(Pool pool, Address address) {
    ObjectNode snapshot = fleet.snapshot().deepCopy();
    RandomFleet.leave(snapshot, pool.id(), address);
    for (var lb : snapshot.path("loadBalancers")) {
      for (var p : lb.at("/properties/backendAddressPools")) {
        if (ArmId.of(p.path("id").asText()).equals(pool.id())) {
          Iterator<com.fasterxml.jackson.databind.JsonNode> entries =
              p.at("/properties/loadBalancerBackendAddresses").iterator();
          while (entries.hasNext()) {
            if (entries.next().at("/properties/ipAddress").asText().equals(address.text())) {
              entries.remove();
            }
          }
        }
      }
    }
    return Snapshot.inventory(snapshot);
  }
}
