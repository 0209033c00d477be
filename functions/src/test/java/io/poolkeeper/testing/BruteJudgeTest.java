package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BruteJudgeTest {
  private static final Set<String> WORDS = Set.of("provisioningState", "nextHopType");
  private static final List<Protocol> PROTOCOLS = List.of(Protocol.TCP, Protocol.UDP);
  private static final int WORLDS = 300;

  @Test
  void theCaseOfAzuresWordsChangesNoStrength() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < WORLDS; seed++) {
      PlanCase world = RandomWorld.of(seed);
      List<Strength> plain = strengths(world, world.arm());
      JsonNode odd = world.arm().deepCopy();
      spellOddly(odd, seen);
      assertEquals(plain, strengths(world, odd), "seed " + seed + " " + seen);
    }
    assertTrue(
        seen.containsAll(
            Set.of("standardv2", "failed", "updating", "deleting", "internet", "succeeded")),
        seen.toString());
  }

  @Test
  void whatIsDeclaredCountsForItsSubnetAndFamilyAlone() {
    int changed = 0;
    for (long seed = 0; seed < WORLDS; seed++) {
      PlanCase world = RandomWorld.of(seed);
      Mapping mapping = MappingReader.read(world.mapping(), "prod").value().orElseThrow();
      ArmId subnet = ArmId.of(RandomNetwork.subnet("nodes"));
      BruteJudge plain = judge(world, mapping, List.of());
      BruteJudge declaring =
          judge(
              world,
              mapping,
              List.of(new Controls.DeclaredEgress(subnet, Family.IPV4, "BGP", Optional.empty())));
      for (Mapping.Node node : mapping.nodes().values()) {
        for (Address address : node.addresses()) {
          List<Strength> with = strengths(declaring, address);
          if (!with.equals(strengths(plain, address))) {
            changed++;
            assertEquals(Family.IPV4, address.family());
            assertTrue(with.stream().allMatch(Strength.CERTAIN::equals), with.toString());
          }
        }
      }
    }
    assertTrue(changed > WORLDS, "changed: " + changed);
  }

  private static BruteJudge judge(
      PlanCase world, Mapping mapping, List<Controls.DeclaredEgress> declared) {
    ArmId own = mapping.loadBalancers().get("lb-1").id();
    Inventory inventory = Snapshot.inventory(world.arm());
    return new BruteJudge(mapping, inventory, own, world.assumeDefaultOutbound(), declared);
  }

  private static List<Strength> strengths(PlanCase world, JsonNode arm) {
    Mapping mapping = MappingReader.read(world.mapping(), "prod").value().orElseThrow();
    Inventory inventory = Snapshot.inventory(arm);
    ArmId own = mapping.loadBalancers().get("lb-1").id();
    BruteJudge judge = new BruteJudge(mapping, inventory, own, world.assumeDefaultOutbound());
    return mapping.nodes().values().stream()
        .flatMap(node -> node.addresses().stream())
        .flatMap(address -> strengths(judge, address).stream())
        .toList();
  }

  private static List<Strength> strengths(BruteJudge judge, Address address) {
    return BruteJudge.under(
            BruteJudge.answers(List.of(judge), address, PROTOCOLS), judge, address, PROTOCOLS)
        .stream()
        .flatMap(Arrays::stream)
        .toList();
  }

  private static void spellOddly(JsonNode json, Set<String> seen) {
    json.forEach(child -> spellOddly(child, seen));
    if (json instanceof ObjectNode object) {
      for (String name : WORDS) {
        lower(object, name, seen);
      }
      if (object.path("sku") instanceof ObjectNode sku) {
        lower(sku, "name", seen);
      }
    }
  }

  private static void lower(ObjectNode object, String name, Set<String> seen) {
    if (object.path(name).isTextual()) {
      String odd = object.path(name).asText().toLowerCase(Locale.ROOT);
      seen.add(odd);
      object.put(name, odd);
    }
  }
}
