package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.port.Documents.Fetched;
import io.poolkeeper.port.Documents.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentCacheTest {
  private final Store store = new Store();
  private final DocumentCache cache = new DocumentCache(store);

  @Test
  void asksOnceForTheContentAndThenOnlyWhetherItChanged() {
    store.put("prod", "e1", mapping(7));
    Loaded<Mapping> first = cache.mapping("prod");
    assertEquals(Loaded.Kind.VALID, first.kind());
    assertEquals(Optional.of("e1"), first.etag());
    assertSame(first.value().orElseThrow(), cache.mapping("prod").value().orElseThrow());
    assertEquals(1, store.contents);

    store.put("prod", "e2", mapping(8));
    assertEquals(8, cache.mapping("prod").value().orElseThrow().revision());
    assertEquals(2, store.contents);
  }

  @Test
  void remembersThatADocumentIsInvalid() {
    store.put("prod", "e1", new byte[] {'{'});
    for (int i = 0; i < 2; i++) {
      Loaded<Mapping> loaded = cache.mapping("prod");
      assertEquals(Loaded.Kind.INVALID, loaded.kind());
      assertEquals(Optional.of("e1"), loaded.etag());
      assertEquals(1, loaded.violations().size());
      assertEquals(Optional.empty(), loaded.value());
    }
    assertEquals(1, store.contents);
  }

  @Test
  void aDocumentTooLargeToFetchIsInvalidLikeOneThatWasRead() {
    int tooMany = Limits.MAPPING_BYTES + 1;
    Fetched large =
        new Fetched(
            Kind.TOO_LARGE, Optional.of("e1"), new byte[0], Fetched.tooLarge(tooMany, tooMany - 1));
    store.trouble = Optional.of(large);
    Loaded<Mapping> loaded = cache.mapping("prod");
    assertEquals(Loaded.Kind.INVALID, loaded.kind());
    assertEquals(Optional.of("e1"), loaded.etag());
    assertEquals(MappingReader.read(new byte[tooMany], "prod").violations(), loaded.violations());
    store.trouble = Optional.of(new Fetched(Kind.NOT_MODIFIED, large.etag(), new byte[0], ""));
    assertEquals(loaded, cache.mapping("prod"), "known to be invalid, without being asked again");
    assertEquals(Loaded.Kind.INVALID, cache(large).controls("prod").kind());
  }

  private DocumentCache cache(Fetched always) {
    store.trouble = Optional.of(always);
    return new DocumentCache(store);
  }

  @Test
  void neverAnswersFromMemoryWhatTheStoreCannotShow() {
    store.put("prod", "e1", mapping(7));
    cache.mapping("prod");
    store.trouble = Optional.of(new Fetched(Kind.UNREADABLE, Optional.empty(), new byte[0], "403"));
    assertEquals(Loaded.unreadable("403"), cache.mapping("prod"));
    store.trouble = Optional.of(new Fetched(Kind.MISSING, Optional.empty(), new byte[0], "404"));
    assertEquals(Loaded.missing(Optional.empty(), "404"), cache.mapping("prod"));
    store.trouble = Optional.empty();
    assertEquals(Loaded.Kind.VALID, cache.mapping("prod").kind());
    assertEquals(2, store.contents);
  }

  @Test
  void takesMissingControlsAsNone() {
    store.trouble = Optional.of(new Fetched(Kind.MISSING, Optional.empty(), new byte[0], ""));
    Loaded<Controls> loaded = cache.controls("prod");
    assertEquals(Loaded.Kind.MISSING, loaded.kind());
    assertEquals(Optional.of(Controls.NONE), loaded.value());
  }

  @Test
  void givesNoControlsWhenTheyCannotBeReadOrAreInvalid() {
    store.trouble = Optional.of(new Fetched(Kind.UNREADABLE, Optional.empty(), new byte[0], "500"));
    assertEquals(Optional.empty(), cache.controls("prod").value());
    store.trouble = Optional.empty();
    store.put("prod", "e1", mapping(7));
    assertEquals(Loaded.Kind.INVALID, cache.controls("prod").kind());
    assertEquals(Optional.empty(), cache.controls("prod").value());
  }

  @Test
  void keepsClustersAndKindsApart() {
    store.put("prod", "e1", mapping(7));
    assertEquals(Loaded.Kind.VALID, cache.mapping("prod").kind());
    store.put("test", "e1", mapping(7));
    assertEquals("$.cluster", cache.mapping("test").violations().get(0).path());
    assertEquals(Loaded.Kind.INVALID, cache.controls("prod").kind());
  }

  @Test
  void refusesANotModifiedThatNobodyAskedFor() {
    store.trouble = Optional.of(new Fetched(Kind.NOT_MODIFIED, Optional.empty(), new byte[0], ""));
    assertEquals(Loaded.Kind.UNREADABLE, cache.mapping("prod").kind());
  }

  @Test
  void keepsOnlySoManyDocuments() {
    ParsedDocuments<String> parsed = new ParsedDocuments<>();
    for (int i = 0; i <= ParsedDocuments.CLUSTERS; i++) {
      parsed.get("c0");
      parsed.put("c" + i, loaded("e" + i), 1);
    }
    assertTrue(parsed.get("c0").isPresent());
    assertTrue(parsed.get("c1").isEmpty());
    parsed.put("big", loaded("e"), (int) ParsedDocuments.TOTAL_BYTES);
    assertTrue(parsed.get("c0").isEmpty());
    assertTrue(parsed.get("big").isPresent());
    parsed.put("bigger", loaded("e"), (int) ParsedDocuments.TOTAL_BYTES + 1);
    assertTrue(parsed.get("bigger").isEmpty());
    parsed.put("small", loaded("e"), 1);
    assertTrue(parsed.get("small").isPresent());
  }

  @Test
  void keepsNothingWithoutAnEtag() {
    ParsedDocuments<String> parsed = new ParsedDocuments<>();
    parsed.put("c", Loaded.of(DocumentResult.valid("x"), Optional.empty()), 1);
    assertTrue(parsed.get("c").isEmpty());
  }

  @Test
  void servesManyThreadsWithWhatTheStoreShowed() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      AtomicInteger revision = new AtomicInteger();
      List<Future<Boolean>> looks =
          IntStream.range(0, 200)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            store.put("prod", "e" + revision.incrementAndGet(), mapping(7));
                            return cache.mapping("prod").kind() == Loaded.Kind.VALID;
                          }))
              .toList();
      for (Future<Boolean> look : looks) {
        assertTrue(look.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Loaded<String> loaded(String etag) {
    return Loaded.of(DocumentResult.valid("x"), Optional.of(etag));
  }

  private static byte[] mapping(long revision) {
    return Documents.bytes(Documents.mapping(d -> d.put("revision", revision)));
  }

  /** Blobs with ETags; the same for mappings and controls. */
  private static final class Store implements io.poolkeeper.port.Documents {
    private record Blob(String etag, byte[] content) {}

    private final Map<String, Blob> blobs = new HashMap<>();
    private Optional<Fetched> trouble = Optional.empty();
    private int contents;

    synchronized void put(String cluster, String etag, byte[] content) {
      blobs.put(cluster, new Blob(etag, content));
    }

    private synchronized Fetched fetch(String cluster, Optional<String> knownEtag) {
      if (trouble.isPresent()) {
        return trouble.get();
      }
      Blob blob = blobs.get(cluster);
      Optional<String> etag = Optional.of(blob.etag());
      if (etag.equals(knownEtag)) {
        return new Fetched(Kind.NOT_MODIFIED, etag, new byte[0], "");
      }
      contents++;
      return new Fetched(Kind.FETCHED, etag, blob.content(), "");
    }

    @Override
    public Fetched mapping(String cluster, Optional<String> knownEtag) {
      return fetch(cluster, knownEtag);
    }

    @Override
    public Fetched controls(String cluster, Optional<String> knownEtag) {
      return fetch(cluster, knownEtag);
    }

    @Override
    public List<String> clusters() {
      return List.copyOf(blobs.keySet());
    }
  }
}
