package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Mapping;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExampleTest {
  @Test
  void itsMappingIsValidAndNamesThePoolsOfItsTemplate() {
    String json = Checkout.text(Checkout.root().resolve("examples/self-managed-lb/mapping.json"));
    DocumentResult<Mapping> read =
        MappingReader.read(json.getBytes(StandardCharsets.UTF_8), "shop-prod");
    assertTrue(read.violations().isEmpty(), () -> "" + read.violations());
    Mapping mapping = read.value().orElseThrow();
    JsonNode lb = Evaluated.of("example").only("Microsoft.Network/loadBalancers");
    TreeSet<String> pools = new TreeSet<>();
    lb.at("/properties/backendAddressPools").forEach(p -> pools.add(p.path("name").asText()));
    TreeSet<String> named = new TreeSet<>();
    mapping
        .services()
        .forEach(
            (name, service) ->
                named.add(
                    service.policy() == Mapping.TrafficPolicy.LOCAL
                        ? name.replace('/', '-').toLowerCase(Locale.ROOT)
                        : mapping.cluster()));
    assertEquals(pools, named);
    assertTrue(mapping.loadBalancer(lb.path("name").asText()).isPresent());
    assertTrue(mapping.virtualNetwork().text().endsWith("/vnet-shop"));
  }

  @Test
  void theExampleMakesItsLoadBalancerOnceAndLeansOnNoPoolForEgress() throws Exception {
    try (Bicep bicep = Bicep.start()) {
      JsonNode template =
          bicep
              .compile(Checkout.root().resolve("examples/self-managed-lb/main.bicep"))
              .template()
              .path("resources")
              .path("loadBalancer");
      assertTrue(template.path("@options").has("onlyIfNotExists"), template::toString);
    }
    Evaluated example = Evaluated.of("example");
    JsonNode lb = example.only("Microsoft.Network/loadBalancers");
    assertEquals("Standard", lb.at("/sku/name").asText());
    for (JsonNode rule : lb.at("/properties/loadBalancingRules")) {
      assertEquals("Tcp", rule.at("/properties/protocol").asText());
      assertTrue(rule.at("/properties/disableOutboundSnat").asBoolean());
      assertTrue(rule.at("/properties").hasNonNull("probe"));
    }
    assertTrue(lb.at("/properties/outboundRules").isMissingNode());
    JsonNode subnet = example.only("Microsoft.Network/virtualNetworks").at("/properties/subnets/0");
    assertEquals("false", subnet.at("/properties/defaultOutboundAccess").asText());
    assertTrue(subnet.at("/properties/natGateway/id").asText().contains("/natGateways/"));
  }
}
