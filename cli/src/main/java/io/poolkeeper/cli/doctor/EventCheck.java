package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.cli.doctor.ArmReads.Read;
import io.poolkeeper.cli.doctor.Finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Topics of what changes, and the subscriptions that bring their events to the app. */
final class EventCheck {
  static final Set<String> OF_RESOURCES =
      Set.of(
          "Microsoft.Resources.ResourceWriteSuccess",
          "Microsoft.Resources.ResourceDeleteSuccess",
          "Microsoft.Resources.ResourceActionSuccess");
  static final Set<String> OF_DOCUMENTS =
      Set.of("Microsoft.Storage.BlobCreated", "Microsoft.Storage.BlobDeleted");
  private static final String API = "2025-02-15";

  private final ArmReads arm;
  private final Diagnosis diagnosis;
  private final Optional<String> stateAccount;
  private final Optional<String> app;

  EventCheck(
      ArmReads arm, Diagnosis diagnosis, Optional<String> stateAccount, Optional<String> app) {
    this.arm = arm;
    this.diagnosis = diagnosis;
    this.stateAccount = stateAccount;
    this.app = app;
  }

  /**
   * @param source id of what emits: a resource group or a storage account
   */
  void check(String source, Set<String> types) {
    String subscription = source.split("/")[2];
    String where = "/subscriptions/" + subscription + "/providers/Microsoft.EventGrid/systemTopics";
    Read topics = arm.list(where, API, "");
    if (!topics.ok()) {
      diagnosis.unreadable(where, topics, "Reader on the subscription");
      return;
    }
    for (JsonNode topic : topics.value()) {
      if (topic.at("/properties/source").asText().equalsIgnoreCase(source)) {
        subscriptions(topic.path("id").asText(), types);
        return;
      }
    }
    diagnosis.add(
        Code.TOPIC_MISSING,
        source,
        "a system topic whose source it is",
        "none among " + topics.value().size() + " in the subscription",
        "name the group in POOLKEEPER_TARGETS and deploy infra/targets.bicep; without events the"
            + " sweep still finds everything, within a minute");
  }

  private void subscriptions(String topic, Set<String> types) {
    Read read = arm.list(topic + "/eventSubscriptions", API, "");
    if (!read.ok()) {
      diagnosis.unreadable(topic, read, "Reader on the topic");
      return;
    }
    List<String> wrong = new ArrayList<>();
    for (JsonNode one : read.value()) {
      Optional<String> reason = wrong(one.path("properties"), types);
      if (reason.isEmpty()) {
        diagnosis.inOrder("events of " + topic + " are delivered to the app");
        return;
      }
      wrong.add(one.path("name").asText() + ": " + reason.get());
    }
    diagnosis.add(
        Code.SUBSCRIPTION_MISSING,
        topic,
        "a subscription that delivers " + String.join(", ", new TreeSet<>(types)) + " to the app",
        wrong.isEmpty() ? "none" : String.join("; ", wrong),
        "deploy infra/targets.bicep (azd provision); events are kept 10 minutes, the sweep finds"
            + " what they did not tell");
  }

  private Optional<String> wrong(JsonNode properties, Set<String> types) {
    String state = properties.path("provisioningState").asText("Succeeded");
    if (!state.equals("Succeeded")) {
      return Optional.of("provisioningState " + state);
    }
    JsonNode withIdentity = properties.at("/deliveryWithResourceIdentity/destination");
    JsonNode to = withIdentity.isMissingNode() ? properties.path("destination") : withIdentity;
    if (!ours(to)) {
      return Optional.of(
          "goes to " + to.at("/properties/resourceId").asText(to.path("endpointType").asText()));
    }
    Set<String> missing = new TreeSet<>(types);
    properties.at("/filter/includedEventTypes").forEach(type -> missing.remove(type.asText()));
    return missing.isEmpty() || properties.at("/filter/includedEventTypes").isEmpty()
        ? Optional.empty()
        : Optional.of("without " + String.join(", ", missing));
  }

  private boolean ours(JsonNode destination) {
    String to = destination.at("/properties/resourceId").asText();
    if (destination.path("endpointType").asText().equals("StorageQueue")) {
      return destination.at("/properties/queueName").asText().equals(StorageNames.EVENT_QUEUE)
          && stateAccount.map(to::equalsIgnoreCase).orElse(true);
    }
    return app.map(id -> to.equalsIgnoreCase(id + "/functions/IngestEvent")).orElse(false);
  }
}
