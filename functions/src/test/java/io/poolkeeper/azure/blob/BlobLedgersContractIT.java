package io.poolkeeper.azure.blob;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.testing.LedgersContract;

class BlobLedgersContractIT extends LedgersContract {
  private final StorageClients clients = LocalClients.with();
  private final BlobContainerAsyncClient container = LocalClients.freshContainer(clients);

  private BlobAsyncClient blob() {
    return container.getBlobAsyncClient(BlobLedgers.name(id));
  }

  @Override
  protected Ledgers ledgers() {
    return new BlobLedgers(container, time);
  }

  @Override
  protected void putRaw(byte[] content) {
    blob().upload(BinaryData.fromBytes(content), true).block(StorageClients.CALL);
  }

  @Override
  protected void takeAway() {
    new BlobLeaseClientBuilder()
        .blobAsyncClient(blob())
        .buildAsyncClient()
        .breakLeaseWithResponse(0, null)
        .block(StorageClients.CALL);
  }
}
