package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Mapping;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no document at all, or far too much of one. */
class HostileDocumentsTest {
  private static final String MAPPING = Documents.mapping().toString();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | $ | found no bytes",
        "`  ` | $ | found only blanks",
        "not json | $ | found Unrecognized token",
        "[] | $ | found a list",
        "null | $ | found null",
        "'text' | $ | found the text 'text'",
        "42 | $ | found the number 42",
        "NaN | $ | expected JSON",
        "{'epoch':NaN} | $.epoch | expected JSON",
        "{'epoch':Infinity} | $.epoch | expected JSON",
        "{'epoch':01} | $.epoch | expected JSON",
        "{'nodes':{'n1':{'addresses':['10. | $.nodes.n1.addresses[0] | found the end of the text",
        "{'nodes':{'n1':{ | $.nodes.n1 | found the end of the text",
        "{'epoch':1,} | $.epoch | expected JSON",
        "{epoch:1} | $ | expected JSON",
        "{/**/} | $ | expected JSON",
      })
  void refusesWhatIsNoJsonObject(String text, String path, String message) {
    DocumentResult<Mapping> result = read(text.replace('\'', '"'));
    Violation first =
        result.violations().stream()
            .filter(v -> v.message().contains(message))
            .findFirst()
            .orElseThrow(() -> new AssertionError(result.violations().toString()));
    assertEquals(path, first.path());
  }

  @Test
  void refusesWhatFollowsTheDocument() {
    assertRefused(read(MAPPING + "{}"), "$", "found more; remove it");
    assertRefused(read(MAPPING + " x"), "$", "expected JSON");
    assertEquals(List.of(), read(MAPPING + " \n").violations());
  }

  @Test
  void refusesOtherEncodings() {
    for (Charset charset :
        List.of(
            StandardCharsets.UTF_16,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            Charset.forName("UTF-32"))) {
      assertTrue(
          MappingReader.read(MAPPING.getBytes(charset), "").value().isEmpty(), charset::name);
    }
    assertRefused(read("\uFEFF" + MAPPING), "$", "byte order mark");
    byte[] latin = MAPPING.replace("lb-2", "lb-\u00fc").getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(MappingReader.read(latin, ""), "$", "a byte that is none at position");
    byte[] cut = (MAPPING + "\u20ac").getBytes(StandardCharsets.UTF_8);
    assertRefused(
        MappingReader.read(Arrays.copyOf(cut, cut.length - 1), ""),
        "$",
        "at position " + MAPPING.length());
  }

  @Test
  void refusesRepeatedKeysAtEveryDepthAllAtOnce() {
    String text =
        MAPPING
            .replace("\"revision\":7", "\"revision\":7,\"revision\":7")
            .replace("\"n1\":{", "\"n1\":{\"ready\":true,\"\\u0072eady\":true,")
            .replace("\"n3\":{", "\"n3\":{\"addresses\":[\"10.0.0.4\"]},\"n3\":{");
    assertEquals(
        List.of("$.revision", "$.nodes.n1.ready", "$.nodes.n3"), Documents.paths(read(text)));
  }

  @Test
  void refusesNestingBeyondTheLimitAndSkipsWhatIsWithin() {
    String within = "[".repeat(15) + "]".repeat(15);
    assertRefused(read(with("\"deep\":" + within)), "$.deep", "remove or rename it");
    String beyond = "[".repeat(16) + "]".repeat(16);
    assertTrue(
        read(with("\"deep\":" + beyond)).violations().stream()
            .anyMatch(v -> v.message().contains("at most depth 16")));
    String endless = with("\"deep\":" + "[".repeat(5_000_000));
    assertTrue(quickly(endless).value().isEmpty());
  }

  @Test
  void refusesTooManyBytesBeforeLookingAtThem() {
    byte[] document =
        Arrays.copyOf(MAPPING.getBytes(StandardCharsets.UTF_8), Limits.MAPPING_BYTES + 1);
    Arrays.fill(document, MAPPING.length(), document.length, (byte) ' ');
    assertRefused(MappingReader.read(document, ""), "$", "at most 16777216 bytes, found 16777217");
    byte[] largest = Arrays.copyOf(document, Limits.MAPPING_BYTES);
    assertEquals(List.of(), MappingReader.read(largest, "").violations());
  }

  @Test
  void refusesAMillionServicesQuickly() {
    StringBuilder services = new StringBuilder("\"services\":{");
    for (int i = 0; i < 1_000_000; i++) {
      services.append(i == 0 ? "" : ",").append("\"a/").append(i).append("\":{}");
    }
    ObjectNode mapping = Documents.mapping();
    mapping.remove("services");
    String text = mapping.toString();
    DocumentResult<Mapping> result =
        quickly(text.substring(0, text.length() - 1) + "," + services + "}}");
    assertEquals(101, result.violations().size());
    assertEquals("$.services['a/0']", result.violations().get(0).path());
  }

  @Test
  void countsWhatIsOverALimit() {
    StringBuilder nodes = new StringBuilder("\"nodes\":{");
    for (int i = 0; i < 20_001; i++) {
      nodes.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":");
      nodes.append("{\"addresses\":[\"10.0.0.1\"]}");
    }
    ObjectNode mapping = Documents.mapping();
    mapping.remove("nodes");
    String text = mapping.toString();
    assertRefused(
        quickly(text.substring(0, text.length() - 1) + "," + nodes + "}}"),
        "$.nodes",
        "at most 20000 entries, found 20001");
  }

  @Test
  void holdsListsAndNamesToTheirLimits() {
    ObjectNode list = Documents.mapping();
    ObjectNode lb = (ObjectNode) list.get("loadBalancers").get("lb-1");
    for (int i = 2; i < 5_000; i++) {
      lb.withArray("nodes").add("n1");
    }
    assertEquals(List.of(), read(list.toString()).violations());
    lb.withArray("nodes").add("n1");
    assertRefused(read(list.toString()), "$.loadBalancers['lb-1'].nodes", "at most 5000 entries");

    String longest = "n".repeat(253);
    ObjectNode name = Documents.mapping();
    ((ObjectNode) name.get("nodes")).set(longest, Documents.value("{'addresses':['10.9.9.9']}"));
    assertEquals(List.of(), read(name.toString()).violations());
    ((ObjectNode) name.get("nodes"))
        .set(longest + "n", Documents.value("{'addresses':['10.9.9.9']}"));
    List<Violation> violations = read(name.toString()).violations();
    assertEquals(1, violations.size());
    assertTrue(violations.get(0).message().contains("at most 253 characters, found 254"));
    assertTrue(violations.get(0).path().length() < 200, violations.get(0).path());
  }

  @Test
  void boundsTheNamesThatListsMention() {
    StringBuilder services = new StringBuilder("\"services\":{");
    for (int service = 0, node = 0; service < 300; service++) {
      services.append(service == 0 ? "" : ",").append("\"a/").append(service);
      services.append(
          "\":{\"loadBalancer\":\"lb-1\",\"externalTrafficPolicy\":\"Local\",\"nodes\":[");
      for (int i = 0; i < 5_000; i++) {
        services.append(i == 0 ? "\"" : ",\"").append(node++).append('"');
      }
      services.append("]}");
    }
    ObjectNode mapping = Documents.mapping();
    mapping.remove("services");
    String text = mapping.toString();
    DocumentResult<Mapping> result = quickly("{" + services + "}," + text.substring(1));
    assertTrue(
        result.violations().get(0).message().contains("at most 20000 different nodes"),
        result.violations().get(0)::message);
  }

  @Test
  void showsLongAndUnprintableTextsShortOnOneLine() {
    ObjectNode document = Documents.mapping();
    document.put("virtualNetwork", "x'\n\u202e" + "y".repeat(60_000));
    Violation violation = read(document.toString()).violations().get(0);
    assertTrue(violation.message().length() < 500, violation.message());
    assertTrue(violation.message().contains("'x\\'\\u000a\\u202eyyy"), violation.message());
    assertTrue(violation.message().contains("(60004 characters)"), violation.message());

    document.put("virtualNetwork", "y".repeat(1_000_000));
    assertTrue(
        quickly(document.toString()).violations().get(0).message().contains("texts of 65536"));
  }

  @Test
  void refusesHalfCharactersInNames() {
    assertRefused(
        read(MAPPING.replace("\"n3\":{", "\"n4\\ud800\":{\"addresses\":[\"10.0.0.4\"]},\"n3\":{")),
        "$.nodes.n2",
        "Broken surrogate pair");
    assertRefused(
        read(
            MAPPING.replace(
                "\"loadBalancer\":\"lb-1\"",
                "\"loadBalancer\":\"lb-1\",\"pools\":{\"IPv4\":\"\\ud800\"}")),
        "$.services['ns/api'].pools.IPv4",
        "");
  }

  @Test
  void refusesANumberOfAMillionDigitsQuickly() {
    DocumentResult<Mapping> result = quickly(with("\"epoch\":" + "9".repeat(1_000_000)));
    assertTrue(result.value().isEmpty());
    assertTrue(result.violations().get(0).message().length() < 500);
  }

  private static String with(String property) {
    return MAPPING.substring(0, MAPPING.length() - 1) + "," + property + "}";
  }

  private static DocumentResult<Mapping> read(String text) {
    return MappingReader.read(text.getBytes(StandardCharsets.UTF_8), "");
  }

  /** Far more than it takes: a guard against work that grows faster than the document. */
  private static DocumentResult<Mapping> quickly(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertTrue(bytes.length <= Limits.MAPPING_BYTES, () -> "test document of " + bytes.length);
    return assertTimeoutPreemptively(Duration.ofSeconds(20), () -> MappingReader.read(bytes, ""));
  }

  private static void assertRefused(DocumentResult<Mapping> result, String path, String message) {
    assertEquals(List.of(path), Documents.paths(result), result.violations()::toString);
    String found = result.violations().get(0).message();
    assertTrue(found.contains(message), found);
  }
}
