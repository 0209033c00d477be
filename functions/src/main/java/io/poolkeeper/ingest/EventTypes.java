package io.poolkeeper.ingest;

import io.poolkeeper.ingest.ResourceEvent.Type;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which event types matter, and why the others do not. */
final class EventTypes {
  private static final String RESOURCES = "microsoft.resources.";
  private static final String HANDSHAKE = "microsoft.eventgrid.subscriptionvalidation";

  private static final Map<String, Type> BY_NAME =
      Map.of(
          "microsoft.resources.resourcewritesuccess", Type.RESOURCE_WRITE,
          "microsoft.resources.resourcedeletesuccess", Type.RESOURCE_DELETE,
          "microsoft.resources.resourceactionsuccess", Type.RESOURCE_ACTION,
          "microsoft.storage.blobcreated", Type.BLOB_CREATED,
          "microsoft.storage.blobdeleted", Type.BLOB_DELETED,
          "microsoft.storage.blobrenamed", Type.BLOB_RENAMED);

  private EventTypes() {}

  static Optional<Type> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
  }

  static boolean isBlob(Type type) {
    return switch (type) {
      case BLOB_CREATED, BLOB_DELETED, BLOB_RENAMED -> true;
      case RESOURCE_WRITE, RESOURCE_DELETE, RESOURCE_ACTION -> false;
    };
  }

  static String whyIgnored(Envelope envelope) {
    String name = envelope.type().toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      return "it has no type";
    }
    if (name.startsWith(HANDSHAKE)) {
      return "a handshake, which the host answers";
    }
    if (name.startsWith(RESOURCES) && (name.endsWith("failure") || name.endsWith("cancel"))) {
      return "only success changes anything";
    }
    return "no load balancer depends on events of this type";
  }
}
