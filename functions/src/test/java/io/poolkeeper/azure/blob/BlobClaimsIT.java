package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.Claims;
import io.poolkeeper.state.ClaimsCodec;
import io.poolkeeper.telemetry.TelemetryList;
import io.poolkeeper.testing.ClaimsContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlobClaimsIT extends ClaimsContract {
  private final BlobContainerAsyncClient container =
      LocalClients.freshContainer(LocalClients.with());
  private final List<String> reported = new ArrayList<>();

  @Override
  protected Claims claims() {
    return new BlobClaims(container, time, this::report);
  }

  private void report(String event, Map<String, Object> fields) {
    TelemetryList.check(event, fields);
    reported.add(event + fields);
  }

  private BlobAsyncClient blob() {
    return container.getBlobAsyncClient(BlobClaims.name(network));
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

  @Test
  void damageOfAnySizeIsReportedAndKeepsEverybodyWaiting() {
    putRaw(new byte[ClaimsCodec.MAX_BYTES + 1]);
    Claims.Lease lease =
        claims().acquire(network, java.util.UUID.randomUUID().toString()).lease().orElseThrow();
    assertEquals(Claims.Condition.UNREADABLE, lease.read().condition());
    assertEquals(1, reported.size(), reported.toString());
    lease.release();
  }
}
