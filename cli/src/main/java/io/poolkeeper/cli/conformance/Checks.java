package io.poolkeeper.cli.conformance;

import java.util.List;

/** One check per open fact. The order matters only in that later ones change more. */
final class Checks {
  private static final String MACHINE =
      "needs a virtual machine in the network that looks at its own address from outside; this"
          + " command makes none";

  static final List<Check> ALL =
      List.of(
          new Check(
              "etag-relation",
              "Do pools carry the load balancer's etag or their own?",
              "SHARED",
              PoolProbes::etagRelation),
          new Check(
              "pool-if-match",
              "Is If-Match on a pool's PUT looked at?",
              "HONOURED",
              PoolProbes::ifMatch),
          new Check(
              "etag-after-operation",
              "Does a pool's etag stay as the PUT's answer says once its operation has ended?",
              "STAYS",
              PoolProbes::etagAfterOperation),
          new Check(
              "pool-create",
              "What is the making of a pool answered with?",
              "STATUS_201",
              PoolProbes::created),
          new Check(
              "updating-overlap",
              "What becomes of two pool writes on one load balancer at once?",
              "SUPERSEDED",
              PoolProbes::overlap),
          new Check(
              "omitted-list",
              "Does a pool's PUT without a member list empty the pool?",
              "EMPTIED",
              PoolProbes::omittedList),
          new Check(
              "redeployed-template",
              "Does a load balancer's PUT whose pools have no member list empty them?",
              "EMPTIED",
              PoolProbes::redeployed),
          new Check(
              "admin-state",
              "Does an entry keep the adminState that was sent?",
              "KEPT",
              PoolProbes::adminState),
          new Check(
              "pool-size",
              "Does a pool take more than 1,000 addresses?",
              "UP_TO_1000",
              PoolProbes::size),
          new Check(
              "outbound-rule-on-ip-pool",
              "May an outbound rule name an IP pool?",
              "",
              PoolProbes::outboundRule),
          new Check(
              "topic-identity",
              "May the topic of a resource group have a user-assigned identity?",
              "ACCEPTED",
              OtherProbes::topicIdentity),
          new Check(
              "network-gateway",
              "Does a network show the NAT gateway that was bound to it as a whole?",
              "SHOWN",
              OtherProbes::networkGateway),
          new Check(
              "least-role",
              "Is the app's role enough to write a pool?",
              "ENOUGH",
              OtherProbes::leastRole),
          Check.notAutomated("snat-of-ip-member", "Has an IP member SNAT by its pool?", MACHINE),
          Check.notAutomated(
              "admin-state-and-snat", "Has a member with adminState Down still SNAT?", MACHINE),
          Check.notAutomated("rules-per-nic", "How many rules may one NIC be behind?", MACHINE),
          Check.notAutomated(
              "captured-events",
              "What do events of pools and machines look like?",
              "needs a storage queue that is read with data roles, which take minutes to be in"
                  + " force; deploy the app and look at the queue resource-events"),
          Check.notAutomated(
              "uniform-nics-in-resource-graph",
              "Are NICs of uniform scale sets in the Resource Graph?",
              "needs a scale set; the app does not use the Resource Graph"),
          Check.notAutomated(
              "global-load-balancer", "What of outbound through a global load balancer?", MACHINE),
          Check.notAutomated(
              "java-25-on-flex",
              "Does Flex Consumption take Java 25?",
              "needs a deployment of the app: azd env set POOLKEEPER_JAVA 25"),
          Check.notAutomated(
              "agent-on-flex",
              "Does the Application Insights agent specialise on Flex with identity storage?",
              "needs a deployment of the app: see whether its report lines carry an operation id"));

  private Checks() {}
}
