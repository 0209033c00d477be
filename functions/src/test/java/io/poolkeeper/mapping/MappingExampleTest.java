package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappingExampleTest {

  @Test
  void readsTheExample() throws IOException {
    try (InputStream in = MappingExampleTest.class.getResourceAsStream("example.json")) {
      DocumentResult<Mapping> result = MappingReader.read(in.readAllBytes(), "");
      assertEquals(List.of(), result.violations());
      assertEquals(3, result.value().orElseThrow().services().size());
    }
  }
}
