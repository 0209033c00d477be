package io.poolkeeper.app;

import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads a connection prefix. Its messages never show a value of a connection string. */
final class ConnectionReader {
  private static final String BLOB = "__blobServiceUri";
  private static final String QUEUE = "__queueServiceUri";
  private static final String CREDENTIAL = "__credential";
  private static final String CLIENT_ID = "__clientId";
  private static final String SERVICE_URI =
      "an https URI of a storage service, such as https://ACCOUNT.blob.core.windows.net, without"
          + " query (http only on a loopback host)";

  private final SettingValues values;

  ConnectionReader(SettingValues values) {
    this.values = values;
  }

  /**
   * @param name STATE or DATA
   * @param withQueues whether queues are reached through it too
   * @return empty if there are violations, which are noted
   */
  Optional<StorageConnection> read(String name, boolean withQueues) {
    Optional<String> connectionString = values.text(name);
    boolean parts =
        KnownSettings.CONNECTION_PARTS.stream().anyMatch(p -> values.text(name + p).isPresent());
    if (connectionString.isPresent() && parts) {
      values.violation(
          name,
          "expected either a connection string or the parts "
              + values.fullName(name)
              + "__..., found both; remove one");
      return Optional.empty();
    }
    if (connectionString.isPresent()) {
      return local(name, connectionString.get(), withQueues);
    }
    return identity(name, withQueues);
  }

  private Optional<StorageConnection> identity(String name, boolean withQueues) {
    Optional<URI> blob = serviceUri(name + BLOB, true);
    Optional<URI> queue = serviceUri(name + QUEUE, withQueues);
    Optional<String> clientId = values.text(name + CLIENT_ID);
    Optional<String> credential = values.text(name + CREDENTIAL);
    if (credential.isPresent() && !credential.get().equals("managedidentity")) {
      values.refuse(name + CREDENTIAL, "managedidentity");
    }
    if (clientId.isPresent() && credential.isEmpty()) {
      values.violation(
          name + CREDENTIAL,
          "expected managedidentity, since "
              + values.fullName(name + CLIENT_ID)
              + " is set, found none; set it");
    }
    if (clientId.isPresent() && !clientId.get().matches("[0-9A-Fa-f-]{36}")) {
      values.refuse(name + CLIENT_ID, "the client id (a UUID) of a user-assigned identity");
    }
    return blob.map(uri -> StorageConnection.identity(uri, queue, clientId));
  }

  private Optional<URI> serviceUri(String name, boolean required) {
    Optional<String> text = values.text(name);
    if (text.isEmpty()) {
      if (required) {
        values.violation(name, "expected " + SERVICE_URI + ", found none; set it");
      }
      return Optional.empty();
    }
    Optional<URI> uri =
        Endpoints.parse(text.get()).filter(u -> Endpoints.isHttps(u) || Endpoints.isLoopback(u));
    if (uri.isEmpty()) {
      // The value may carry a signature, so it is not shown.
      values.violation(name, "expected " + SERVICE_URI + ", found another value; correct it");
    }
    return uri;
  }

  private Optional<StorageConnection> local(String name, String text, boolean withQueues) {
    Map<String, String> parts = parts(text);
    boolean development = "true".equalsIgnoreCase(parts.get("usedevelopmentstorage"));
    boolean complete =
        development
            || (parts.containsKey("blobendpoint")
                && hasCredential(parts)
                && (!withQueues || parts.containsKey("queueendpoint")));
    boolean home =
        parts.entrySet().stream()
            .filter(part -> part.getKey().endsWith("endpoint") || part.getKey().endsWith("uri"))
            .allMatch(part -> isHome(part.getValue()));
    if (complete && home) {
      return Optional.of(StorageConnection.local(text));
    }
    values.violation(
        name,
        "expected the connection string of local storage (UseDevelopmentStorage=true, or"
            + " BlobEndpoint"
            + (withQueues ? " and QueueEndpoint" : "")
            + " on a loopback host, with AccountName and AccountKey), found another one; in Azure use "
            + values.fullName(name + BLOB)
            + (withQueues ? " and " + values.fullName(name + QUEUE) : "")
            + " with a managed identity");
    return Optional.empty();
  }

  /** What the clients of storage ask for when they are made, or at their first call. */
  private static boolean hasCredential(Map<String, String> parts) {
    if (parts.containsKey("sharedaccesssignature")) {
      return true;
    }
    try {
      byte[] key = Base64.getDecoder().decode(parts.getOrDefault("accountkey", ""));
      return key.length > 0 && !parts.getOrDefault("accountname", "").isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isHome(String endpoint) {
    return Endpoints.parse(endpoint).filter(Endpoints::isLoopback).isPresent();
  }

  private static Map<String, String> parts(String text) {
    Map<String, String> parts = new HashMap<>();
    for (String part : text.split(";")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String key = part.substring(0, equals).trim().toLowerCase(Locale.ROOT);
        parts.put(key, part.substring(equals + 1).trim());
      }
    }
    return parts;
  }
}
