package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The mappings of the plan cases are accepted or refused as the cases say. */
class CaseVerdictsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TestFactory
  List<DynamicTest> acceptsAndRefusesAsTheCasesSay() throws IOException {
    Optional<Path> folder = SharedFiles.cases();
    if (folder.isEmpty()) {
      System.out.println("CASES MISSING: neither src/test/resources/cases nor the shared folder");
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.get())) {
      List<Path> cases =
          files.filter(f -> f.toString().endsWith(".json")).sorted().collect(Collectors.toList());
      assertTrue(cases.size() > 200, "cases in " + folder.get() + ": " + cases.size());
      return cases.stream()
          .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
          .collect(Collectors.toList());
    }
  }

  private static void check(Path file) throws IOException {
    JsonNode plan = JSON.readTree(file.toFile());
    JsonNode given = plan.path("given");
    byte[] document =
        given.has("mappingText")
            ? given.path("mappingText").asText().getBytes(StandardCharsets.UTF_8)
            : JSON.writeValueAsBytes(given.path("mapping"));
    DocumentResult<Mapping> result = MappingReader.read(document, "");
    boolean refused = plan.path("then").path("error").asText("").equals("INVALID_MAPPING");
    assertEquals(refused, result.value().isEmpty(), () -> "violations " + result.violations());
  }
}
