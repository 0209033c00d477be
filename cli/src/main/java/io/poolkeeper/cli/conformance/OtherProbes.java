package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.arm.ArmRest;
import io.poolkeeper.cli.conformance.Lab.LabFailure;
import io.poolkeeper.cli.doctor.Permissions;

/** What other resources take, and who may write a pool. */
final class OtherProbes {
  private static final String IDENTITY_API = "2023-01-31";
  private static final String TOPIC_API = "2025-02-15";
  private static final String WRITE = "Microsoft.Network/loadBalancers/write";

  private OtherProbes() {}

  /** A user-assigned identity on the topic of a resource group: ACCEPTED or REFUSED. */
  static Answer topicIdentity(Lab lab) throws LabFailure {
    String identity =
        lab.group() + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/events";
    ArmRest.Reply made = lab.put(identity, IDENTITY_API, lab.located());
    if (made.status() != 200 && made.status() != 201) {
      return Answer.failed("the identity: " + made.said());
    }
    ObjectNode topic = Lab.object().put("location", "global");
    topic
        .putObject("identity")
        .put("type", "UserAssigned")
        .putObject("userAssignedIdentities")
        .putObject(identity);
    topic
        .putObject("properties")
        .put("source", lab.group())
        .put("topicType", "Microsoft.Resources.ResourceGroups");
    ArmRest.Reply put =
        lab.put(
            lab.group() + "/providers/Microsoft.EventGrid/systemTopics/topic", TOPIC_API, topic);
    lab.await(put);
    return accepted(put);
  }

  /** A gateway for a whole network: SHOWN on the network, NOT_SHOWN there, or REFUSED. */
  static Answer networkGateway(Lab lab) throws LabFailure {
    ObjectNode address = lab.located();
    address.putObject("sku").put("name", "StandardV2");
    address.putObject("properties").put("publicIPAllocationMethod", "Static");
    ArmRest.Reply made = lab.putAndWait(lab.id("publicIPAddresses", "pip-nat"), address);
    if (made.status() != 200 && made.status() != 201) {
      return Answer.of("REFUSED", "a public address of SKU StandardV2: " + made.said());
    }
    ObjectNode gateway = lab.located();
    gateway.putObject("sku").put("name", "StandardV2");
    ObjectNode properties = gateway.putObject("properties");
    properties
        .putArray("publicIpAddresses")
        .addObject()
        .put("id", lab.id("publicIPAddresses", "pip-nat"));
    properties.putObject("sourceVirtualNetwork").put("id", lab.id("virtualNetworks", "vnet"));
    ArmRest.Reply put = lab.putAndWait(lab.id("natGateways", "nat"), gateway);
    if (put.status() != 200 && put.status() != 201) {
      return accepted(put);
    }
    JsonNode shown =
        lab.get(lab.id("virtualNetworks", "vnet"))
            .body()
            .at("/properties/defaultPublicNatGateway/id");
    return Answer.of(
        shown.isMissingNode() ? "NOT_SHOWN" : "SHOWN",
        "defaultPublicNatGateway of the network: " + shown.asText("absent"));
  }

  /**
   * Only somebody who may not write load balancers can show that a pool's write asks for less:
   * ENOUGH or NOT_ENOUGH.
   */
  static Answer leastRole(Lab lab) throws LabFailure {
    ArmRest.Reply listed =
        lab.get(lab.group() + "/providers/Microsoft.Authorization/permissions", "2022-04-01");
    if (listed.status() != 200) {
      return Answer.notRun("the caller's permissions could not be read: " + listed.said());
    }
    if (Permissions.of(listed.body().path("value")).action(WRITE)) {
      return Answer.notRun(
          "the caller may also write load balancers, so its success would show nothing; run"
              + " once with --keep, then give the app's role (infra/access.bicep) to another"
              + " login and write a pool as that");
    }
    ArmRest.Reply put = lab.putAndWait(lab.pool("one"), lab.members(4, 2));
    return put.status() == 200
        ? Answer.of("ENOUGH", "a caller without " + WRITE + " wrote a pool")
        : put.status() == 403 ? Answer.of("NOT_ENOUGH", put.said()) : Answer.failed(put.said());
  }

  private static Answer accepted(ArmRest.Reply put) {
    if (put.status() == 200 || put.status() == 201) {
      return Answer.of("ACCEPTED", "status " + put.status());
    }
    return put.status() >= 400 && put.status() < 500 && put.status() != 429
        ? Answer.of("REFUSED", put.said())
        : Answer.failed(put.said());
  }
}
