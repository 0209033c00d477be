package io.poolkeeper.cli.audit;

import io.poolkeeper.egress.AuditReport;
import java.util.Set;
import java.util.TreeSet;

/**
 * Machines of a report; addresses that no NIC shows count one by one.
 *
 * @param atRisk with a single point of egress
 * @param perhaps with one that depends on what could not be read, and no sure one
 */
record AuditCount(int machines, int atRisk, int perhaps) {

  static AuditCount of(AuditReport report) {
    Set<String> all = new TreeSet<>();
    report.addresses().forEach(address -> all.add(address.machineKey()));
    int sure = report.machinesAtRisk(one -> !one.inDoubt()).size();
    int any = report.machinesAtRisk(one -> true).size();
    return new AuditCount(all.size(), sure, any - sure);
  }
}
