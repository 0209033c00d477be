package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A write made a machine's way out weaker.
 *
 * @param network lower-case ARM id of the machine's virtual network, empty when unknown
 * @param configuration lower-case ARM id of the ipConfiguration that holds the address, empty
 *     without a NIC
 * @param machine a NIC or the known addresses show that there is a machine
 * @param cause "REMOVAL": the write took the address out of the pool; "ADDITION": it put it in;
 *     "OTHER": a cancelled or undone write, or a resource other than a pool
 */
public record Stranding(
    long writeSeq,
    String address,
    String network,
    String configuration,
    boolean machine,
    String protocol,
    Strength before,
    Strength after,
    String cause) {

  ObjectNode toJson() {
    return Json.object()
        .put("writeSeq", writeSeq)
        .put("address", address)
        .put("network", network)
        .put("configuration", configuration)
        .put("machine", machine)
        .put("protocol", protocol)
        .put("before", before.name())
        .put("after", after.name())
        .put("cause", cause);
  }
}
