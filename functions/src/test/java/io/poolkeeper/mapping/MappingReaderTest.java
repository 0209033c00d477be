package io.poolkeeper.mapping;

import static io.poolkeeper.mapping.Documents.LOAD_BALANCERS;
import static io.poolkeeper.mapping.Documents.NETWORK;
import static io.poolkeeper.mapping.Documents.VM;
import static io.poolkeeper.mapping.MappingAssertions.assertRefused;
import static io.poolkeeper.mapping.MappingAssertions.loadBalancer;
import static io.poolkeeper.mapping.MappingAssertions.node;
import static io.poolkeeper.mapping.MappingAssertions.read;
import static io.poolkeeper.mapping.MappingAssertions.refused;
import static io.poolkeeper.mapping.MappingAssertions.service;
import static io.poolkeeper.mapping.MappingAssertions.valid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mapping;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingReaderTest {

  @Test
  void readsEverythingThatADocumentCanSay() {
    ObjectNode document = Documents.mapping();
    document.put("epoch", 3).put("generatedAt", "2030-01-31T12:00:00.5+01:00");
    node(document, "n1")
        .put("ready", false)
        .put("vm", VM)
        .set("addresses", Documents.value("['10.0.0.1','FD00:0::1']"));
    service(document, "ns/api")
        .<ObjectNode>set("ipFamilies", Documents.value("['IPv6','IPv4']"))
        .set("pools", Documents.value("{'IPv6':'six'}"));

    Mapping mapping = valid(document);

    assertEquals("prod", mapping.cluster());
    assertEquals(3, mapping.epoch());
    assertEquals(7, mapping.revision());
    assertEquals(Optional.of(Instant.parse("2030-01-31T11:00:00.5Z")), mapping.generatedAt());
    assertEquals(ArmId.of(NETWORK), mapping.virtualNetwork());
    assertEquals(
        new Mapping.Node(
            "n1",
            List.of(Address.of("10.0.0.1"), Address.of("fd00::1")),
            false,
            Optional.of(ArmId.of(VM))),
        mapping.nodes().get("n1"));
    assertEquals(
        new Mapping.Service(
            "ns/api",
            "lb-1",
            Mapping.TrafficPolicy.CLUSTER,
            List.of(Family.IPV6, Family.IPV4),
            List.of(),
            Map.of(Family.IPV6, "six")),
        mapping.services().get("ns/api"));
    assertEquals(Optional.of(List.of("n1", "n2")), mapping.loadBalancers().get("lb-1").nodes());
  }

  @Test
  void fillsInTheDefaults() {
    Mapping mapping = valid(Documents.mapping());

    assertEquals(0, mapping.epoch());
    assertEquals(Optional.empty(), mapping.generatedAt());
    assertTrue(mapping.nodes().get("n1").ready());
    assertEquals(Optional.empty(), mapping.nodes().get("n1").vm());
    assertEquals(Optional.empty(), mapping.loadBalancers().get("lb-2").nodes());
    assertEquals(List.of("n3"), mapping.services().get("ns/web").nodes());
    assertEquals(Mapping.TrafficPolicy.LOCAL, mapping.services().get("ns/web").policy());
    assertEquals(List.of(Family.IPV4), mapping.services().get("ns/web").families());
    assertEquals(Map.of(), mapping.services().get("ns/web").pools());
  }

  @Test
  void comparesLoadBalancersWithoutCaseAndKeepsTheirSpelling() {
    ObjectNode document = Documents.mapping();
    service(document, "ns/web").put("loadBalancer", "LB-2");
    assertEquals("lb-2", valid(document).services().get("ns/web").loadBalancer());
  }

  @Test
  void acceptsAnEmptyMapping() {
    ObjectNode document = Documents.mapping();
    for (String section : List.of("loadBalancers", "nodes", "services")) {
      document.set(section, Documents.value("{}"));
    }
    assertEquals(0, valid(document).services().size());
  }

  @Test
  void acceptsTheLargestNumbersAndNumbersThatAreWhole() {
    ObjectNode document = Documents.mapping();
    document.put("epoch", 2147483647L).put("revision", 9007199254740991L);
    assertEquals(9007199254740991L, valid(document).revision());
    document.set("revision", Documents.value("42.0"));
    assertEquals(42, valid(document).revision());
    document.set("revision", Documents.value("4.2e1"));
    assertEquals(42, valid(document).revision());
  }

  @Test
  void takesAnEmptyListAsAWishAndAMissingOneAsAnError() {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-1").set("nodes", Documents.value("[]"));
    assertEquals(Optional.of(List.of()), valid(document).loadBalancers().get("lb-1").nodes());
    loadBalancer(document, "lb-1").remove("nodes");
    refused(document, "$.loadBalancers['lb-1']", "Cluster service 'ns/api'");
  }

  @Test
  void holdsAClusterServiceWithItsOwnPoolToTheSameRule() {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-1").remove("nodes");
    service(document, "ns/api").set("pools", Documents.value("{'IPv4':'own'}"));
    refused(document, "$.loadBalancers['lb-1']", "expected nodes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "schema | 'poolkeeper.mapping/v2' | expected 'poolkeeper.mapping/v1', found",
        "cluster | '-prod' | a cluster's name",
        "cluster | 'prod.' | a cluster's name",
        "cluster | 'other' | expected 'prod', the name of the folder",
        "cluster | 'Prod' | expected 'prod', the name of the folder",
        "cluster | 5 | found the number 5",
        "epoch | -1 | a whole number from 0 to 2147483647",
        "epoch | 2147483648 | a whole number from 0 to 2147483647",
        "epoch | '1' | found the text '1'",
        "revision | 9007199254740992 | a whole number from 0 to 9007199254740991",
        "revision | 1.5 | found the number 1.5",
        "revision | 1e999999999 | found the number 1e999999999",
        "revision | 1e-999999999 | a whole number",
        "revision | null | found null",
        "generatedAt | '2030-01-31' | a time such as",
        "generatedAt | '2030-02-30T12:00:00Z' | a time such as",
        "generatedAt | '2030-01-31T12:00:00' | a time such as",
        "generatedAt | '2030-01-31 12:00:00Z' | a time such as",
        "generatedAt | 1893456000 | a time such as",
        "virtualNetwork | 'vnet-1' | the ARM id of a virtual network",
        "loadBalancers | [] | found a list",
        "nodes | null | an object of nodes",
        "services | 'none' | an object of services",
        "other | {'a':[1,{}]} | found 'other'; remove or rename it",
        "Schema | 1 | found 'Schema'; remove or rename it",
      })
  void refusesWrongValuesAtTheTop(String property, String value, String message) {
    String json = value.replace('\'', '"');
    ObjectNode document = Documents.mapping();
    document.remove(property);
    String text = document.toString();
    String whole = text.substring(0, text.length() - 1) + ",\"" + property + "\":" + json + "}";
    assertRefused(
        MappingReader.read(whole.getBytes(StandardCharsets.UTF_8), "prod"),
        "$." + property,
        message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema",
        "cluster",
        "revision",
        "virtualNetwork",
        "loadBalancers",
        "nodes",
        "services"
      })
  void refusesADocumentThatLacksSomething(String property) {
    ObjectNode document = Documents.mapping();
    document.remove(property);
    refused(document, "$", "to have " + property + ", found none; add it");
  }

  @Test
  void refusesEveryNameThatRefersToNothing() {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-1").set("nodes", Documents.value("['n1','N2']"));
    service(document, "ns/web").set("nodes", Documents.value("['n3','','n4']"));
    service(document, "ns/api").put("loadBalancer", "lb-3");
    assertEquals(
        List.of(
            "$.loadBalancers['lb-1'].nodes[1]",
            "$.services['ns/api'].loadBalancer",
            "$.services['ns/web'].nodes[1]",
            "$.services['ns/web'].nodes[2]"),
        Documents.paths(read(document)));
  }

  @Test
  void doesNotReportANameTwiceBecauseItsNodeIsWrongInItself() {
    ObjectNode document = Documents.mapping();
    node(document, "n3").put("ready", "yes");
    loadBalancer(document, "lb-1").put("id", "wrong");
    assertEquals(
        List.of("$.loadBalancers['lb-1'].id", "$.nodes.n3.ready"), Documents.paths(read(document)));
  }

  @Test
  void refusesLoadBalancersThatAreOne() {
    ObjectNode document = Documents.mapping();
    loadBalancer(document, "lb-2").put("id", LOAD_BALANCERS.toLowerCase() + "LB-1");
    refused(document, "$.loadBalancers['lb-2'].id", "found it also at $.loadBalancers['lb-1'].id");

    ObjectNode names = Documents.mapping();
    ((ObjectNode) names.get("loadBalancers"))
        .set("LB-1", Documents.value("{'id':'" + LOAD_BALANCERS + "lb-3'}"));
    refused(names, "$.loadBalancers['LB-1']", "found also 'lb-1'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | | to have loadBalancer",
        "{'loadBalancer':'lb-1','nodes':[]} | | nodes only with externalTrafficPolicy Local",
        "{'loadBalancer':'lb-1','externalTrafficPolicy':'Cluster','nodes':['n1']} | | nodes only",
        "{'loadBalancer':'lb-1','externalTrafficPolicy':'Local'} | | Local to have nodes",
        "{'loadBalancer':'lb-1','externalTrafficPolicy':'local'} | .externalTrafficPolicy | Local or",
        "{'loadBalancer':'lb-1','externalTrafficPolicy':null} | .externalTrafficPolicy | found null",
        "{'loadBalancer':{}} | .loadBalancer | found an object",
        "{'loadBalancer':'lb-1','ipFamilies':[]} | .ipFamilies | found an empty list",
        "{'loadBalancer':'lb-1','ipFamilies':['ipv4']} | .ipFamilies[0] | IPv4 or IPv6",
        "{'loadBalancer':'lb-1','ipFamilies':['IPv4','IPv4']} | .ipFamilies[1] | every family once",
        "{'loadBalancer':'lb-1','pools':{'IPv4':''}} | .pools.IPv4 | 1 to 80 characters",
        "{'loadBalancer':'lb-1','pools':{'IPv5':'a'}} | .pools.IPv5 | found 'IPv5'",
        "{'loadBalancer':'lb-1','pools':[]} | .pools | found a list",
        "{'loadBalancer':'lb-1','paused':false} | .paused | remove or rename it",
        "[] | | a service (an object with loadBalancer",
      })
  void refusesWrongServices(String service, String place, String message) {
    ObjectNode document = Documents.mapping();
    ((ObjectNode) document.get("services")).set("ns/x", Documents.value(service));
    refused(document, "$.services['ns/x']" + (place == null ? "" : place), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"web", "ns/", "/web", "NS/web", "ns/web-", "ns/a/b", "n s/web", "ns/w\n"})
  void refusesServiceNamesThatAreNone(String name) {
    ObjectNode document = Documents.mapping();
    ((ObjectNode) document.get("services")).set(name, Documents.value("{'loadBalancer':'lb-1'}"));
    DocumentResult<Mapping> result = read(document);
    assertEquals(1, result.violations().size(), result.violations()::toString);
    assertTrue(result.violations().get(0).message().startsWith("expected namespace/name"));
  }

  @Test
  void countsTheLengthOfPoolNamesInWholeCharacters() {
    ObjectNode document = Documents.mapping();
    service(document, "ns/api").putObject("pools").put("IPv4", "\uD83D\uDE00".repeat(80));
    valid(document);
    service(document, "ns/api").putObject("pools").put("IPv4", "a".repeat(81));
    refused(document, "$.services['ns/api'].pools.IPv4", "1 to 80 characters");
  }

  @Test
  void reportsEverythingAtOnceUpToALimitAndCountsTheRest() {
    ObjectNode document = Documents.mapping();
    for (int i = 0; i < 150; i++) {
      ((ObjectNode) document.get("nodes"))
          .set("x" + i, Documents.value("{'addresses':['nowhere']}"));
    }
    document.put("epoch", -1);
    List<Violation> violations = read(document).violations();
    assertEquals(101, violations.size());
    assertEquals(
        new Violation("$", "and 51 more; correct the ones listed first"), violations.get(100));
  }
}
