package io.poolkeeper.ingest;

import io.poolkeeper.model.ArmId;
import java.util.List;
import java.util.Optional;

/** Events about ARM resources. */
final class ResourceEvents {
  private ResourceEvents() {}

  /** Empty if the event names no resource in a resource group. */
  static List<ResourceEvent> of(ResourceEvent.Type type, Envelope envelope) {
    Optional<ArmId> id =
        ArmId.parse(envelope.data("resourceUri")).or(() -> ArmId.parse(envelope.subject()));
    return id.map(
            resource ->
                List.of(
                    new ResourceEvent(
                        type,
                        id,
                        Optional.empty(),
                        envelope.shortData("operationName"),
                        envelope.time(),
                        envelope.id(),
                        envelope.shortData("correlationId"))))
        .orElse(List.of());
  }
}
