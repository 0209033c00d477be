package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.arm.ArmRest;
import io.poolkeeper.cli.conformance.Lab.LabFailure;

/** What a PUT of a pool does. */
final class PoolProbes {
  private PoolProbes() {}

  static String etag(ArmRest.Reply reply) {
    return reply.body().path("etag").asText();
  }

  /** A stale tag: HONOURED with 412, or IGNORED. */
  static Answer ifMatch(Lab lab) throws LabFailure {
    String stale = etag(lab.get(lab.pool("one")));
    lab.putAndWait(lab.pool("one"), lab.members(4, 3));
    ArmRest.Reply reply = lab.putIfMatch(lab.pool("one"), lab.members(4, 2), stale);
    lab.await(reply);
    if (reply.status() == 412) {
      ArmRest.Reply fresh =
          lab.putIfMatch(lab.pool("one"), lab.members(4, 2), etag(lab.get(lab.pool("one"))));
      lab.await(fresh);
      return fresh.status() == 200
          ? Answer.of("HONOURED", "stale tag: 412 " + reply.detailCode() + "; fresh tag: 200")
          : Answer.failed("a fresh tag was answered with " + fresh.said());
    }
    return reply.status() == 200
        ? Answer.of("IGNORED", "a PUT with the tag of an earlier state was carried out: 200")
        : Answer.failed(reply.said());
  }

  /** Whether pools carry the load balancer's tag (SHARED) or tags of their own (OWN). */
  static Answer etagRelation(Lab lab) {
    ArmRest.Reply whole = lab.get(lab.loadBalancer());
    String one = etag(lab.get(lab.pool("one")));
    String two = etag(lab.get(lab.pool("two")));
    if (whole.status() != 200 || one.isEmpty() || two.isEmpty()) {
      return Answer.failed(whole.said());
    }
    boolean shared = one.equals(etag(whole)) && two.equals(etag(whole));
    boolean own = !one.equals(two);
    return shared
        ? Answer.of("SHARED", "load balancer and both pools carry one tag")
        : own
            ? Answer.of("OWN", "the pools' tags differ from each other")
            : Answer.of("OTHER", "pools carry one tag, the load balancer another");
  }

  /** Whether the tag of the PUT's answer is still the pool's after the operation: STAYS, MOVES. */
  static Answer etagAfterOperation(Lab lab) throws LabFailure {
    ArmRest.Reply put = lab.put(lab.pool("two"), lab.members(4, 2));
    if (put.status() != 200) {
      return Answer.failed(put.said());
    }
    lab.await(put);
    boolean stays = etag(put).equals(etag(lab.get(lab.pool("two"))));
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    return Answer.of(
        stays ? "STAYS" : "MOVES",
        "the tag in the PUT's answer " + (stays ? "is" : "is not") + " the one of a later GET");
  }

  /** A pool's PUT without a member list: EMPTIED or KEPT. */
  static Answer omittedList(Lab lab) throws LabFailure {
    ObjectNode body = Lab.object();
    body.putObject("properties");
    ArmRest.Reply put = lab.putAndWait(lab.pool("one"), body);
    Answer answer = left(put, lab.get(lab.pool("one")));
    lab.putAndWait(lab.pool("one"), lab.members(4, 2));
    return answer;
  }

  /** A load balancer's PUT whose pools have no member list, as a template's: EMPTIED or KEPT. */
  static Answer redeployed(Lab lab) throws LabFailure {
    ArmRest.Reply put = lab.putAndWait(lab.loadBalancer(), lab.balancer());
    Answer answer = left(put, lab.get(lab.pool("one")));
    lab.putAndWait(lab.pool("one"), lab.members(4, 2));
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    return answer;
  }

  private static Answer left(ArmRest.Reply put, ArmRest.Reply pool) {
    if (put.status() != 200 || pool.status() != 200) {
      return Answer.failed("PUT " + put.said() + ", GET " + pool.said());
    }
    int members = addresses(pool.body());
    String evidence = "2 members before, " + members + " after";
    return members == 0
        ? Answer.of("EMPTIED", evidence)
        : members == 2 ? Answer.of("KEPT", evidence) : Answer.failed(evidence);
  }

  static int addresses(JsonNode pool) {
    return pool.at("/properties/loadBalancerBackendAddresses").size();
  }

  /** Two writes at once. SUPERSEDED, CONFLICT_409, RETRYABLE_429 or BOTH_SUCCEEDED. */
  static Answer overlap(Lab lab) throws LabFailure {
    ArmRest.Reply first = lab.put(lab.pool("one"), lab.members(4, 3));
    ArmRest.Reply second = lab.put(lab.pool("two"), lab.members(4, 3));
    String secondEnd = Lab.status(lab.await(second));
    ArmRest.Reply firstEnd = lab.await(first);
    lab.putAndWait(lab.pool("one"), lab.members(4, 2));
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    String evidence =
        "second: %s, %s; first: %s %s"
            .formatted(
                second.said(),
                secondEnd,
                Lab.status(firstEnd),
                firstEnd.body().at("/error/code").asText());
    if (second.status() == 409) {
      return Answer.of("CONFLICT_409", evidence);
    }
    if (second.status() == 429) {
      return Answer.of("RETRYABLE_429", evidence);
    }
    if (Lab.status(firstEnd).equals("Canceled")) {
      return Answer.of("SUPERSEDED", evidence);
    }
    boolean both = Lab.status(firstEnd).equals("Succeeded") && secondEnd.equals("Succeeded");
    return both ? Answer.of("BOTH_SUCCEEDED", evidence) : Answer.failed(evidence);
  }

  /** What making a pool is answered with: the app takes a 201 for a pool that came back. */
  static Answer created(Lab lab) throws LabFailure {
    ArmRest.Reply put = lab.put(lab.pool("new"), lab.members(4, 1));
    lab.await(put);
    lab.await(
        lab.send(
            "DELETE",
            lab.pool("new") + "?api-version=" + Lab.NETWORK_API,
            java.util.Map.of(),
            java.util.Optional.empty()));
    return put.status() == 200 || put.status() == 201
        ? Answer.of(
            "STATUS_" + put.status(),
            "provisioningState " + put.body().at("/properties/provisioningState").asText())
        : Answer.failed(put.said());
  }

  /** An entry's adminState after a read-modify-write by others: KEPT or LOST. */
  static Answer adminState(Lab lab) throws LabFailure {
    ObjectNode body = lab.members(4, 1);
    ((ObjectNode) body.at("/properties/loadBalancerBackendAddresses/0/properties"))
        .put("adminState", "Down");
    ArmRest.Reply put = lab.putAndWait(lab.pool("two"), body);
    if (put.status() != 200) {
      return Answer.failed(put.said());
    }
    String seen =
        lab.get(lab.pool("two"))
            .body()
            .at("/properties/loadBalancerBackendAddresses/0/properties/adminState")
            .asText();
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    return Answer.of(seen.equals("Down") ? "KEPT" : "LOST", "adminState '" + seen + "'");
  }

  /** 1,001 addresses: UP_TO_1000 if refused, else MORE_THAN_1000. */
  static Answer size(Lab lab) throws LabFailure {
    ArmRest.Reply put = lab.putAndWait(lab.pool("two"), lab.members(4, 1001));
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    if (put.status() == 200) {
      return Answer.of("MORE_THAN_1000", "1001 addresses were taken");
    }
    return put.status() >= 400 && put.status() < 500 && put.status() != 429
        ? Answer.of("UP_TO_1000", "1001 addresses: " + put.said())
        : Answer.failed(put.said());
  }

  /** An outbound rule on an IP pool: ACCEPTED or REFUSED. */
  static Answer outboundRule(Lab lab) throws LabFailure {
    ObjectNode balancer = lab.balancer();
    ObjectNode rule = balancer.withObject("/properties").putArray("outboundRules").addObject();
    rule.put("name", "out");
    ObjectNode of = rule.putObject("properties").put("protocol", "Tcp");
    of.put("allocatedOutboundPorts", 1000);
    of.putArray("frontendIPConfigurations")
        .addObject()
        .put("id", lab.loadBalancer() + "/frontendIPConfigurations/front");
    of.putObject("backendAddressPool").put("id", lab.pool("one"));
    for (JsonNode pool : balancer.at("/properties/backendAddressPools")) {
      int count = pool.path("name").asText().equals("one") ? 2 : 1;
      ((ObjectNode) pool).set("properties", lab.members(4, count).path("properties"));
    }
    ArmRest.Reply put = lab.putAndWait(lab.loadBalancer(), balancer);
    lab.putAndWait(lab.loadBalancer(), lab.balancer());
    lab.putAndWait(lab.pool("one"), lab.members(4, 2));
    lab.putAndWait(lab.pool("two"), lab.members(4, 1));
    if (put.status() == 200) {
      return Answer.of("ACCEPTED", "an outbound rule names an IP pool with members");
    }
    return put.status() >= 400 && put.status() < 500 && put.status() != 429
        ? Answer.of("REFUSED", put.said())
        : Answer.failed(put.said());
  }
}
