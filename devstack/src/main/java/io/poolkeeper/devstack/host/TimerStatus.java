package io.poolkeeper.devstack.host;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobStorageException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The host's memory of a timer: last and next occurrence, in its own container. */
final class TimerStatus {
  private final BlobClient blob;

  TimerStatus(BlobContainerClient container, String hostId, String function) {
    this.blob =
        container.getBlobClient("timers/" + hostId + "/Host.Functions." + function + "/status");
  }

  /** Stored times; {@code next} is what a restarted host compares with the clock. */
  record Times(Instant last, Instant next) {
    ObjectNode json() {
      return Json.MAPPER
          .createObjectNode()
          .put("Last", last.toString())
          .put("Next", next.toString())
          .put("LastUpdated", last.toString());
    }
  }

  /** Absent when nothing, or nothing readable, is stored. */
  Optional<Times> read() {
    try {
      JsonNode node = Json.MAPPER.readTree(blob.downloadContent().toString());
      return Optional.of(new Times(time(node, "Last"), time(node, "Next")));
    } catch (BlobStorageException e) {
      if (e.getStatusCode() == 404) {
        return Optional.empty();
      }
      throw e;
    } catch (JsonProcessingException | DateTimeException e) {
      HostLog.warn("timer status " + blob.getBlobName() + " is unreadable: " + e);
      return Optional.empty();
    }
  }

  void write(Times times) {
    blob.upload(BinaryData.fromString(Json.text(times.json())), true);
  }

  private static Instant time(JsonNode node, String name) {
    return OffsetDateTime.parse(node.path(name).asText()).toInstant();
  }
}
