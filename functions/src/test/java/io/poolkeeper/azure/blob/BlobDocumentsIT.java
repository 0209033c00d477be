package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.CallCounter;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.Documents.Fetched;
import io.poolkeeper.port.PortException;
import io.poolkeeper.testing.DocumentsContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlobDocumentsIT extends DocumentsContract {
  private final CallCounter counter = new CallCounter();
  private final StorageClients clients = LocalClients.with(counter);
  private final BlobContainerAsyncClient mappings = LocalClients.freshContainer(clients);
  private final BlobContainerAsyncClient controls = LocalClients.freshContainer(clients);

  @Override
  protected Documents documents() {
    return new BlobDocuments(mappings, controls);
  }

  @Override
  protected void putMapping(String cluster, byte[] content) {
    put(mappings, cluster + "/mapping.json", content);
  }

  @Override
  protected void putControls(String cluster, byte[] content) {
    put(controls, cluster + "/controls.json", content);
  }

  private static void put(BlobContainerAsyncClient container, String name, byte[] content) {
    container
        .getBlobAsyncClient(name)
        .getBlockBlobAsyncClient()
        .upload(BinaryData.fromBytes(content), true)
        .block(StorageClients.CALL);
  }

  @Test
  void aDocumentCostsOneCall() {
    putMapping("prod", new byte[3_000_000]);
    counter.reset();
    Fetched fetched = documents().mapping("prod", Optional.empty());
    documents().mapping("prod", fetched.etag());
    documents().mapping("none", Optional.empty());
    assertEquals(3, counter.calls().size(), counter.calls().toString());
  }

  @Test
  void aMissingContainerIsNotAMissingDocument() {
    BlobContainerAsyncClient nowhere = clients.container("nowhere");
    Documents documents = new BlobDocuments(nowhere, nowhere);
    Fetched fetched = documents.mapping("prod", Optional.empty());
    assertEquals(Documents.Kind.UNREADABLE, fetched.kind());
    assertEquals(
        "read on blob nowhere/prod/mapping.json: storage answered 404 ContainerNotFound:"
            + " the container does not exist, deploy or create it",
        fetched.detail());
    PortException fault = assertThrows(PortException.class, documents::clusters);
    assertTrue(fault.getMessage().contains("ContainerNotFound"), fault.getMessage());
  }

  @Test
  void blobsOutsideAFolderAreNoClusters() {
    put(mappings, "readme.txt", new byte[1]);
    put(mappings, "prod/history/1.json", new byte[1]);
    putMapping("prod", new byte[1]);
    assertEquals(List.of("prod"), documents().clusters());
  }
}
