package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Mapping;
import java.util.List;

/** Parts of a mapping document, and what its reader must say of it. */
final class MappingAssertions {
  private MappingAssertions() {}

  static ObjectNode node(ObjectNode document, String name) {
    return (ObjectNode) document.get("nodes").get(name);
  }

  static ObjectNode service(ObjectNode document, String name) {
    return (ObjectNode) document.get("services").get(name);
  }

  static ObjectNode loadBalancer(ObjectNode document, String name) {
    return (ObjectNode) document.get("loadBalancers").get(name);
  }

  static DocumentResult<Mapping> read(ObjectNode document) {
    return MappingReader.read(Documents.bytes(document), "prod");
  }

  static Mapping valid(ObjectNode document) {
    DocumentResult<Mapping> result = read(document);
    assertEquals(List.of(), result.violations());
    return result.value().orElseThrow();
  }

  static void refused(ObjectNode document, String path, String message) {
    assertRefused(read(document), path, message);
  }

  static void assertRefused(DocumentResult<Mapping> result, String path, String message) {
    assertEquals(List.of(path), Documents.paths(result), result.violations()::toString);
    String found = result.violations().get(0).message();
    assertTrue(found.contains(message), found);
  }
}
