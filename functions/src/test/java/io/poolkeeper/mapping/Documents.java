package io.poolkeeper.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Documents to start from in tests, written with single quotes. */
final class Documents {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/cluster";
  static final String NETWORK = GROUP + "/providers/Microsoft.Network/virtualNetworks/vnet-1";
  static final String LOAD_BALANCERS = GROUP + "/providers/Microsoft.Network/loadBalancers/";
  static final String VM = GROUP + "/providers/Microsoft.Compute/virtualMachines/vm-1";

  private Documents() {}

  /** Two load balancers, three nodes, a Local and a Cluster service; all optional things absent. */
  static ObjectNode mapping() {
    return object(
        "{'schema':'poolkeeper.mapping/v1','cluster':'prod','revision':7,'virtualNetwork':'"
            + NETWORK
            + "','loadBalancers':{'lb-1':{'id':'"
            + LOAD_BALANCERS
            + "lb-1','nodes':['n1','n2']},'lb-2':{'id':'"
            + LOAD_BALANCERS
            + "lb-2'}},'nodes':{'n1':{'addresses':['10.0.0.1']},'n2':{'addresses':['10.0.0.2']},"
            + "'n3':{'addresses':['10.0.0.3']}},'services':{'ns/web':{'loadBalancer':'lb-2',"
            + "'externalTrafficPolicy':'Local','nodes':['n3']},'ns/api':{'loadBalancer':'lb-1'}}}");
  }

  static ObjectNode controls() {
    return object("{'schema':'poolkeeper.controls/v1','cluster':'prod'}");
  }

  static ObjectNode object(String singleQuoted) {
    return (ObjectNode) value(singleQuoted);
  }

  static JsonNode value(String singleQuoted) {
    try {
      return JSON.readTree(singleQuoted.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(singleQuoted, e);
    }
  }

  static ObjectNode mapping(Consumer<ObjectNode> change) {
    ObjectNode mapping = mapping();
    change.accept(mapping);
    return mapping;
  }

  static byte[] bytes(JsonNode document) {
    return document.toString().getBytes(StandardCharsets.UTF_8);
  }

  static List<String> paths(DocumentResult<?> result) {
    return result.violations().stream().map(Violation::path).collect(Collectors.toList());
  }
}
