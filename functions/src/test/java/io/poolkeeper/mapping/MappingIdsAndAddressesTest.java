package io.poolkeeper.mapping;

import static io.poolkeeper.mapping.Documents.GROUP;
import static io.poolkeeper.mapping.Documents.NETWORK;
import static io.poolkeeper.mapping.MappingAssertions.loadBalancer;
import static io.poolkeeper.mapping.MappingAssertions.node;
import static io.poolkeeper.mapping.MappingAssertions.read;
import static io.poolkeeper.mapping.MappingAssertions.refused;
import static io.poolkeeper.mapping.MappingAssertions.valid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Mapping;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ARM ids, addresses and the machines that have them. */
class MappingIdsAndAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lb-1",
        "",
        "/subscriptions/s/resourceGroups/g",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers",
        "/subscriptions/s/resourceGroups//providers/Microsoft.Network/loadBalancers/a",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a/",
        "/subscriptions/s/resourceGroups/../providers/Microsoft.Network/loadBalancers/a",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/.",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a?b",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a%2fb",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a b",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a\n",
        "/Subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a",
        "/subscriptions/s/RESOURCEGROUPS/g/providers/Microsoft.Network/loadBalancers/a",
        "/subscriptions/s/resourceGroups/g/Providers/Microsoft.Network/loadBalancers/a",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/a",
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a"
            + "/backendAddressPools/p",
        "x/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/a",
      })
  void refusesWhatIsNoLoadBalancersId(String id) {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-1").put("id", id);
    refused(document, "$.loadBalancers['lb-1'].id", "expected the ARM id of a load balancer");
  }

  @Test
  void acceptsIdsWhoseTypeIsSpelledInAnyCase() {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-1")
        .put("id", "/subscriptions/S/resourcegroups/G/providers/MICROSOFT.network/LOADBALANCERS/L");
    valid(document);
  }

  @Test
  void refusesAnotherKindOfNetworkAndMachine() {
    ObjectNode document = Documents.mapping();
    document.put("virtualNetwork", NETWORK + "/subnets/a");
    node(document, "n1")
        .put("vm", GROUP + "/providers/Microsoft.Compute/virtualMachineScaleSets/s");
    node(document, "n2")
        .put(
            "vm",
            GROUP + "/providers/Microsoft.Compute/virtualMachineScaleSets/s/virtualMachines/0");
    node(document, "n3").put("vm", GROUP + "/providers/Microsoft.Network/networkInterfaces/n");
    assertEquals(
        List.of("$.virtualNetwork", "$.nodes.n1.vm", "$.nodes.n3.vm"),
        Documents.paths(read(document)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.5",
        "10",
        "167772165",
        "10.0.0.256",
        "10.0.0.05",
        "0x0a.0.0.1",
        "10.0.0.1/32",
        "10.0.0.1 ",
        " 10.0.0.1",
        "10.0.0.1\n",
        "10.0.0.1-2",
        "10.0.0.*",
        "10.0.0.1.",
        "fe80::1%eth0",
        "fd00::1/64",
        "[fd00::1]",
        "fd00:::1",
        "1:2:3:4:5:6:7:8:9",
        "fd00::00001",
        "*",
        "",
        "node-1.example",
        "١٠.0.0.1",
        "4)+k&C#VzJ4br>0wv%Yp",
      })
  void refusesWhatIsNoStrictAddress(String address) {
    ObjectNode document = Documents.mapping();
    node(document, "n2").putArray("addresses").add("10.0.0.9").add(address);
    refused(document, "$.nodes.n2.addresses[1]", "an IPv4 address of four decimal parts");
  }

  @Test
  void refusesANodeWithoutAddressesAndWithTooMany() {
    ObjectNode document = Documents.mapping();
    node(document, "n1").set("addresses", Documents.value("[]"));
    for (int i = 0; i < 9; i++) {
      node(document, "n2").withArray("addresses").add("10.1.0." + i);
    }
    node(document, "n3").remove("addresses");
    DocumentResult<Mapping> result = read(document);
    assertEquals(
        List.of("$.nodes.n1.addresses", "$.nodes.n2.addresses", "$.nodes.n3"),
        Documents.paths(result));
    assertTrue(result.violations().get(1).message().contains("at most 8 entries, found 10"));
  }
}
