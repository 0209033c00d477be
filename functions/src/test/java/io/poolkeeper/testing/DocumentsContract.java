package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.port.Documents;
import io.poolkeeper.port.Documents.Fetched;
import io.poolkeeper.port.Documents.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every implementation of {@link Documents} keeps; each test starts without a document. */
public abstract class DocumentsContract {

  protected abstract Documents documents();

  protected abstract void putMapping(String cluster, byte[] content);

  protected abstract void putControls(String cluster, byte[] content);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aMappingIsFetchedAsItIs() {
    putMapping("prod", bytes("{\"é\":1}"));
    Fetched fetched = documents().mapping("prod", Optional.empty());
    assertEquals(Kind.FETCHED, fetched.kind());
    assertArrayEquals(bytes("{\"é\":1}"), fetched.content());
    assertTrue(fetched.etag().isPresent());
  }

  @Test
  void anUnchangedDocumentCostsNoContent() {
    putMapping("prod", bytes("{}"));
    putControls("prod", bytes("{}"));
    Optional<String> mapping = documents().mapping("prod", Optional.empty()).etag();
    Optional<String> controls = documents().controls("prod", Optional.empty()).etag();
    for (Fetched again :
        List.of(documents().mapping("prod", mapping), documents().controls("prod", controls))) {
      assertEquals(Kind.NOT_MODIFIED, again.kind());
      assertEquals(0, again.content().length);
    }
    assertEquals(mapping, documents().mapping("prod", mapping).etag());
  }

  @Test
  void aChangedDocumentIsFetchedAgain() {
    putMapping("prod", bytes("{}"));
    Optional<String> first = documents().mapping("prod", Optional.empty()).etag();
    putMapping("prod", bytes("[1]"));
    Fetched second = documents().mapping("prod", first);
    assertEquals(Kind.FETCHED, second.kind());
    assertArrayEquals(bytes("[1]"), second.content());
    assertTrue(!second.etag().equals(first));
  }

  @Test
  void whatIsNotThereIsMissing() {
    putMapping("other", bytes("{}"));
    assertEquals(Kind.MISSING, documents().mapping("prod", Optional.empty()).kind());
    assertEquals(Kind.MISSING, documents().controls("other", Optional.empty()).kind());
    assertEquals(Kind.MISSING, documents().mapping("prod", Optional.of("\"0x1\"")).kind());
  }

  @Test
  void whatIsMissingIsNamedWithWhatToDo() {
    for (Fetched missing :
        List.of(
            documents().mapping("prod", Optional.empty()),
            documents().controls("prod", Optional.empty()))) {
      assertTrue(missing.detail().startsWith("there is no blob "), missing.detail());
      assertTrue(
          missing.detail().matches(".*/prod/(mapping|controls)\\.json; .*"), missing.detail());
    }
  }

  @Test
  void aTooLargeDocumentThatHasNotChangedIsNotModified() {
    putControls("prod", new byte[1024 * 1024 + 1]);
    Optional<String> etag = documents().controls("prod", Optional.empty()).etag();
    assertEquals(Kind.NOT_MODIFIED, documents().controls("prod", etag).kind());
  }

  @Test
  void anEmptyDocumentIsFetchedSinceOnlyItsReaderKnowsThatItIsInvalid() {
    putMapping("prod", new byte[0]);
    Fetched fetched = documents().mapping("prod", Optional.empty());
    assertEquals(Kind.FETCHED, fetched.kind());
    assertEquals(0, fetched.content().length);
  }

  @Test
  void clustersAreTheFoldersSortedAndSpelledAsTheyAre() {
    putMapping("west", bytes("{}"));
    putMapping("East", bytes("{}"));
    putMapping("a.b_c-d", bytes("{}"));
    putControls("controls-only", bytes("{}"));
    assertEquals(List.of("East", "a.b_c-d", "west"), documents().clusters());
  }

  @Test
  void thereMayBeNoCluster() {
    assertEquals(List.of(), documents().clusters());
  }

  @Test
  void aDocumentAtItsLimitIsFetchedAndOneByteMoreIsTooLarge() {
    putControls("prod", new byte[1024 * 1024]);
    assertEquals(1024 * 1024, documents().controls("prod", Optional.empty()).content().length);
    putControls("prod", new byte[1024 * 1024 + 1]);
    assertTooLong(documents().controls("prod", Optional.empty()), "1048577", "1048576");
    putMapping("prod", new byte[20 * 1024 * 1024]);
    assertTooLong(documents().mapping("prod", Optional.empty()), "20971520", "16777216");
  }

  private static void assertTooLong(Fetched fetched, String found, String allowed) {
    assertEquals(Kind.TOO_LARGE, fetched.kind());
    assertTrue(fetched.etag().isPresent(), "it has to be asked for only when it has changed");
    assertEquals(0, fetched.content().length);
    assertTrue(fetched.detail().contains(found), fetched.detail());
    assertTrue(fetched.detail().contains(allowed), fetched.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "../prod", "a b", "prod\n", "-x", "pröd", "x."})
  void aNameThatIsNoClustersIsNotAskedFor(String name) {
    Fetched fetched = documents().mapping(name, Optional.empty());
    assertEquals(Kind.UNREADABLE, fetched.kind());
    assertTrue(fetched.detail().contains("cluster name"), fetched.detail());
  }
}
