package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/**
 * One accepted write. {@code startedAt} is when it was accepted, {@code finishedAt} when its
 * operation ended (null while it runs). Members are the addresses of IP entries, in the order of
 * the pool; empty lists for anything but a pool.
 *
 * @param id the ARM id as the client wrote it
 * @param loadBalancer lower-case ARM id of the resource that was written or whose child was written
 * @param ifMatch the header, empty when absent
 * @param status HTTP status of the answer
 * @param outcome "InProgress", "Succeeded", "Failed" or "Canceled"
 * @param onBusy the load balancer or the pool said Updating or Deleting when the write was accepted
 * @param readOnlySent read-only properties that the body carried (they were ignored)
 */
public record WriteRecord(
    long seq,
    Instant receivedAt,
    Instant startedAt,
    Instant finishedAt,
    String method,
    String id,
    String poolName,
    String loadBalancer,
    String clientRequestId,
    String ifMatch,
    String etagBefore,
    String etagAfter,
    List<String> membersBefore,
    List<String> membersAfter,
    List<String> added,
    List<String> removed,
    int status,
    String outcome,
    boolean onBusy,
    List<String> readOnlySent,
    JsonNode body) {

  WriteRecord ended(Instant when, String how) {
    return new WriteRecord(
        seq,
        receivedAt,
        startedAt,
        when,
        method,
        id,
        poolName,
        loadBalancer,
        clientRequestId,
        ifMatch,
        etagBefore,
        etagAfter,
        membersBefore,
        membersAfter,
        added,
        removed,
        status,
        how,
        onBusy,
        readOnlySent,
        body);
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object().put("seq", seq).put("receivedAt", receivedAt.toString());
    json.put("startedAt", startedAt.toString())
        .put("finishedAt", finishedAt == null ? null : finishedAt.toString());
    json.put("method", method)
        .put("id", id)
        .put("poolName", poolName)
        .put("loadBalancer", loadBalancer);
    json.put("clientRequestId", clientRequestId).put("ifMatch", ifMatch);
    json.put("etagBefore", etagBefore).put("etagAfter", etagAfter);
    json.set("membersBefore", Json.strings(membersBefore));
    json.set("membersAfter", Json.strings(membersAfter));
    json.set("added", Json.strings(added));
    json.set("removed", Json.strings(removed));
    json.put("status", status).put("outcome", outcome).put("onBusy", onBusy);
    json.set("readOnlySent", Json.strings(readOnlySent));
    json.set("body", body);
    return json;
  }
}
