package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlsReaderTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final Instant UNTIL = Instant.parse("2030-01-31T12:00:00Z");

  @Test
  void readsEverythingThatOperatorsCanSay() {
    ObjectNode document = Documents.controls();
    document.put("mode", "observe");
    document.set(
        "loadBalancers",
        Documents.value(
            "{'LB-1':{'mode':'apply','paused':{'by':'ann','because':'move'}},'lb-2':{'paused':"
                + "{'by':'bob','because':'','until':'2030-01-31T12:00:00Z'},'approve':{'planDigest':'"
                + DIGEST
                + "','until':'2030-01-31T12:00:00Z','by':'eve'}},'unknown':{}}"));
    document.set(
        "egress",
        Documents.value(
            "[{'subnet':'"
                + Documents.NETWORK
                + "/subnets/a','family':'IPv6','because':'BGP','until':'2030-01-31T12:00:00Z'},"
                + "{'subnet':'"
                + Documents.NETWORK
                + "/subnets/b','family':'IPv4','because':'BGP'}]"));

    assertEquals(
        new Controls(
            Optional.of(Mode.OBSERVE),
            Map.of(
                "lb-1",
                new Controls.Entry(
                    Optional.of(Mode.APPLY),
                    Optional.of(new Controls.Pause("ann", "move", Optional.empty())),
                    Optional.empty()),
                "lb-2",
                new Controls.Entry(
                    Optional.empty(),
                    Optional.of(new Controls.Pause("bob", "", Optional.of(UNTIL))),
                    Optional.of(new Controls.Approval(DIGEST, UNTIL, "eve"))),
                "unknown",
                Controls.Entry.NONE),
            List.of(
                new Controls.DeclaredEgress(
                    ArmId.of(Documents.NETWORK + "/subnets/a"),
                    Family.IPV6,
                    "BGP",
                    Optional.of(UNTIL)),
                new Controls.DeclaredEgress(
                    ArmId.of(Documents.NETWORK + "/subnets/b"),
                    Family.IPV4,
                    "BGP",
                    Optional.empty()))),
        read(document).value().orElseThrow());
  }

  @Test
  void readsTheShortestDocument() {
    assertEquals(Controls.NONE, read(Documents.controls()).value().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "schema | 'poolkeeper.mapping/v1' | $.schema | expected 'poolkeeper.controls/v1'",
        "cluster | 'other' | $.cluster | the name of the folder",
        "mode | 'Apply' | $.mode | observe or apply",
        "mode | null | $.mode | found null",
        "pause | {} | $.pause | remove or rename it",
        "loadBalancers | [] | $.loadBalancers | found a list",
        "loadBalancers | {'a':{'paused':true}} | $.loadBalancers.a.paused | found true",
        "loadBalancers | {'a':{'paused':{'by':'x'}}} | $.loadBalancers.a.paused | to have because",
        "loadBalancers | {'a':{'paused':{'because':'x'}}} | $.loadBalancers.a.paused | to have by",
        "loadBalancers | {'a':{'paused':{'by':'x','because':'y','until':'tomorrow'}}} | $.loadBalancers.a.paused.until | a time such as",
        "loadBalancers | {'a':{'paused':{'by':'x','because':'y','planDigest':'z'}}} | $.loadBalancers.a.paused.planDigest | remove or rename it",
        "loadBalancers | {'a':{'approve':{'planDigest':'ABC','until':'2030-01-31T12:00:00Z','by':'x'}}} | $.loadBalancers.a.approve.planDigest | 64 lower-case hexadecimal digits",
        "loadBalancers | {'a':{},'A':{}} | $.loadBalancers.A | differ by more than case",
        "egress | {} | $.egress | found an object",
        "egress | [{}] | $.egress[0] | expected declared egress",
        "egress | [{'subnet':'vnet/a','family':'IPv4','because':'x'}] | $.egress[0].subnet | the ARM id of a subnet",
        "egress | [{'subnet':'/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v','family':'IPv4','because':'x'}] | $.egress[0].subnet | the ARM id of a subnet",
      })
  void refusesWhatIsWrong(String property, String value, String path, String message) {
    ObjectNode document = Documents.controls();
    document.set(property, Documents.value(value));
    List<Violation> violations = read(document).violations();
    assertEquals(path, violations.get(0).path(), violations::toString);
    assertTrue(violations.get(0).message().contains(message), violations::toString);
  }

  @Test
  void refusesADocumentThatLacksSchemaAndCluster() {
    assertEquals(2, read(Documents.object("{}")).violations().size());
  }

  @Test
  void refusesMoreThanOneMebibyte() {
    byte[] document = new byte[1024 * 1024 + 1];
    assertTrue(
        ControlsReader.read(document, "prod")
            .violations()
            .get(0)
            .message()
            .contains("at most 1048576 bytes, found 1048577"));
  }

  private static DocumentResult<Controls> read(ObjectNode document) {
    return ControlsReader.read(Documents.bytes(document), "prod");
  }
}
