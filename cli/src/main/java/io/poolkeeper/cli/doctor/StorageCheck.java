package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.cli.doctor.ArmReads.Read;
import io.poolkeeper.cli.doctor.Finding.Code;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Containers, queues and the app's data roles on its two storage accounts. */
final class StorageCheck {
  private static final String API = "2023-05-01";
  private static final String BLOBS =
      "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/";
  private static final String MESSAGES =
      "Microsoft.Storage/storageAccounts/queueServices/queues/messages/";

  private final ArmReads arm;
  private final Rights rights;
  private final Diagnosis diagnosis;

  StorageCheck(ArmReads arm, Rights rights, Diagnosis diagnosis) {
    this.arm = arm;
    this.rights = rights;
    this.diagnosis = diagnosis;
  }

  /**
   * @param setting that names the account
   * @param endpoint of its blobs
   * @return its id, if it was found in the subscription
   */
  Optional<String> find(String subscription, String setting, URI endpoint) {
    String where =
        "/subscriptions/" + subscription + "/providers/Microsoft.Storage/storageAccounts";
    Read read = arm.list(where, API, "");
    if (!read.ok()) {
      diagnosis.unreadable(where, read, "Reader on the subscription");
      return Optional.empty();
    }
    for (JsonNode account : read.value()) {
      String blob = account.at("/properties/primaryEndpoints/blob").asText("");
      if (!blob.isEmpty() && endpoint.getHost().equalsIgnoreCase(URI.create(blob).getHost())) {
        return Optional.of(account.path("id").asText());
      }
    }
    diagnosis.add(
        Code.NOT_FOUND,
        setting,
        "a storage account with the endpoint " + endpoint + " in subscription " + subscription,
        "none among " + read.value().size() + " that the caller sees",
        "correct the setting, or name the account by --state-account or --data-account");
    return Optional.empty();
  }

  void state(String account) {
    if (open(account)) {
      for (String container : StorageNames.STATE_CONTAINERS) {
        container(account, container, List.of(BLOBS + "read", BLOBS + "write"));
      }
      for (String queue : StorageNames.QUEUES) {
        child(
            account,
            "/queueServices/default/queues/" + queue,
            List.of(
                MESSAGES + "read",
                MESSAGES + "write",
                MESSAGES + "delete",
                MESSAGES + "process/action"),
            "Storage Queue Data Contributor");
      }
    }
  }

  void data(String account) {
    if (open(account)) {
      for (String container : StorageNames.DATA_CONTAINERS) {
        container(account, container, List.of(BLOBS + "read"));
      }
    }
  }

  private boolean open(String account) {
    Read read = arm.get(account, API);
    if (read.missing()) {
      diagnosis.add(
          Code.NOT_FOUND, account, "a storage account", read.said(), "deploy infra/main.bicep");
      return false;
    }
    if (!read.ok()) {
      diagnosis.unreadable(account, read, "Reader on the account");
      return false;
    }
    JsonNode properties = read.value().path("properties");
    boolean off = properties.path("publicNetworkAccess").asText().equals("Disabled");
    boolean deny = properties.at("/networkAcls/defaultAction").asText().equals("Deny");
    boolean reachable = properties.path("privateEndpointConnections").size() > 0;
    if ((off || deny) && !reachable) {
      diagnosis.add(
          Code.ACCOUNT_CLOSED,
          account,
          "a way in for the app: public access by token, or a private endpoint",
          off ? "publicNetworkAccess Disabled" : "networkAcls.defaultAction Deny",
          "set network in main.bicepparam (private endpoints), or open the account's firewall");
    }
    return true;
  }

  private void container(String account, String name, List<String> needed) {
    boolean writes = needed.size() > 1;
    child(
        account,
        "/blobServices/default/containers/" + name,
        needed,
        writes ? "Storage Blob Data Owner or Contributor" : "Storage Blob Data Reader");
  }

  private void child(String account, String path, List<String> needed, String role) {
    String id = account + path;
    Read read = arm.get(id, API);
    if (read.missing()) {
      diagnosis.add(Code.NOT_FOUND, id, "to be there", read.said(), "deploy infra/main.bicep");
      return;
    }
    if (!read.ok()) {
      diagnosis.unreadable(id, read, "Reader on the account");
      return;
    }
    Rights.Answer answer = rights.at(id);
    answer.failed().ifPresent(f -> diagnosis.unreadable(id, f, "Reader on the subscription"));
    if (answer.permissions().isEmpty()) {
      return;
    }
    SortedSet<String> missing = answer.permissions().get().missingData(needed);
    if (missing.isEmpty()) {
      diagnosis.inOrder(rights.who() + " has what it needs on " + path + " of " + name(account));
    } else {
      diagnosis.add(
          Code.MISSING_DATA_ROLE,
          id,
          rights.who() + " may " + String.join(", ", missing),
          "no role at or above it that allows it without a condition",
          "assign "
              + role
              + " (azd provision does); roles of the control plane, Owner too, give"
              + " nothing here");
    }
  }

  private static String name(String id) {
    return id.substring(id.lastIndexOf('/') + 1);
  }
}
