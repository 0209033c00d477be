package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScopeReaderTest {

  private static DocumentResult<Map<String, Scope>> read(String singleQuoted) {
    return ScopeReader.read(singleQuoted.replace('\'', '"'));
  }

  @Test
  void readsWhatIsAllowedForEachCluster() {
    String lb = Documents.LOAD_BALANCERS + "lb-1";
    String subnet = Documents.NETWORK + "/subnets/nodes";
    Map<String, Scope> scopes =
        read("{'prod':{'loadBalancers':['"
                + lb
                + "','"
                + Documents.GROUP
                + "'],'subnets':['"
                + subnet
                + "','"
                + Documents.NETWORK
                + "']},'test':{},'none':{'loadBalancers':[]}}")
            .value()
            .orElseThrow();
    assertEquals(
        Map.of(
            "prod",
            new Scope(
                Optional.of(List.of(ArmId.of(lb), ArmId.of(Documents.GROUP))),
                Optional.of(List.of(ArmId.of(subnet), ArmId.of(Documents.NETWORK)))),
            "test",
            Scope.OBSERVE_ONLY,
            "none",
            new Scope(Optional.of(List.of()), Optional.empty())),
        scopes);
  }

  @Test
  void refusesWhatIsNoScopeAndSaysWhere() {
    DocumentResult<Map<String, Scope>> result =
        read("{'a/b':{},'c':{'nodes':[]},'d':{'loadBalancers':['" + Documents.NETWORK + "']}}");
    assertEquals(List.of("$['a/b']", "$.c.nodes", "$.d.loadBalancers[0]"), Documents.paths(result));
    assertEquals(
        "expected " + Cluster.EXPECTED + "; correct the name",
        result.violations().get(0).message());
    assertEquals(List.of("$"), Documents.paths(read("[]")));
  }
}
