package io.poolkeeper.cli.doctor;

import io.poolkeeper.cli.doctor.ArmReads.Read;
import io.poolkeeper.cli.doctor.Finding.Code;
import java.util.Collection;
import java.util.List;

/** Resource providers that a subscription has to have registered. */
final class ProviderCheck {
  /** Of the app's own subscription; those of {@code infra/hooks/preprovision.sh}. */
  static final List<String> OF_APP =
      List.of(
          "Microsoft.App",
          "Microsoft.Web",
          "Microsoft.Storage",
          "Microsoft.EventGrid",
          "Microsoft.Insights",
          "Microsoft.OperationalInsights",
          "Microsoft.ManagedIdentity",
          "Microsoft.Network");

  /** Of subscriptions with resource groups of others: topics, their alerts, what is looked at. */
  static final List<String> OF_TARGET =
      List.of("Microsoft.EventGrid", "Microsoft.Insights", "Microsoft.Network");

  private final ArmReads arm;
  private final Diagnosis diagnosis;

  ProviderCheck(ArmReads arm, Diagnosis diagnosis) {
    this.arm = arm;
    this.diagnosis = diagnosis;
  }

  void check(String subscription, Collection<String> namespaces) {
    int registered = 0;
    for (String namespace : namespaces) {
      String id = "/subscriptions/" + subscription + "/providers/" + namespace;
      Read read = arm.get(id, "2021-04-01");
      String state = read.value().path("registrationState").asText();
      if (!read.ok()) {
        diagnosis.unreadable(id, read, "Reader on the subscription");
      } else if (state.equals("Registered")) {
        registered++;
      } else {
        diagnosis.add(
            Code.PROVIDER_NOT_REGISTERED,
            id,
            "registrationState Registered",
            state,
            "az provider register --subscription %s --namespace %s"
                .formatted(subscription, namespace));
      }
    }
    diagnosis.inOrder(
        "%d of %d resource providers are registered in subscription %s"
            .formatted(registered, namespaces.size(), subscription));
  }
}
