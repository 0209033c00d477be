package io.poolkeeper.cli.audit;

import io.poolkeeper.egress.AuditReport;
import io.poolkeeper.egress.AuditReport.AuditedAddress;
import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.Level;
import io.poolkeeper.egress.AuditReport.WayOut;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Protocol;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * An audit for people: under each address its ways out, then {@code !} single points of egress,
 * {@code ~} pools without which it is weaker, {@code ?} what could not be read.
 */
final class AuditText {
  private final StringBuilder text = new StringBuilder();

  private AuditText() {}

  static String of(AuditReport report) {
    AuditText audit = new AuditText();
    Optional<ArmId> network = Optional.empty();
    for (AuditedAddress address : report.addresses()) {
      if (!network.equals(Optional.of(address.network()))) {
        network = Optional.of(address.network());
        audit.line("network %s", address.network().name());
        audit.line("  %s", address.network());
        audit.line("");
      }
      audit.address(address);
    }
    audit.absent(report);
    if (!report.unknown().isEmpty()) {
      report.unknown().forEach(line -> audit.line("? %s", line));
      audit.line("");
    }
    audit.summary(report);
    return audit.text.toString();
  }

  private void address(AuditedAddress address) {
    String machine = address.machine().map(ArmId::name).orElse("(no NIC seen)");
    String subnet = address.subnet().map(id -> "subnet " + id.name()).orElse("subnet unknown");
    line("  %-15s  %s, %s: %s", address.address(), machine, subnet, words(address.strength()));
    address.waysOut().forEach(this::way);
    if (address.waysOut().isEmpty()) {
      line("    no way out");
    }
    boolean several = address.strength().size() > 1;
    address.dependences().forEach(one -> dependence(one, several));
    Set<String> said = address.waysOut().stream().map(WayOut::evidence).collect(Collectors.toSet());
    address.unknown().stream()
        .filter(cause -> !said.contains(cause))
        .forEach(cause -> line("    ? %s", cause));
    line("");
  }

  private void way(WayOut way) {
    line("    - %s: %s", way.evidence(), words(way.strength()));
  }

  private void dependence(Dependence one, boolean severalProtocols) {
    boolean single = one.kind() == DependenceKind.SINGLE_POINT;
    String protocols =
        one.protocols().stream().map(Protocol::name).collect(Collectors.joining(", ", " (", ")"));
    line("    %s %s%s", single ? "!" : "~", one.evidence(), severalProtocols ? protocols : "");
  }

  private static String words(SortedMap<Protocol, Level> strength) {
    return strength.entrySet().stream()
        .map(one -> one.getKey() + " " + one.getValue())
        .collect(Collectors.joining(", "));
  }

  private void absent(AuditReport report) {
    if (report.absent().isEmpty()) {
      return;
    }
    line("members that no machine has");
    for (AuditReport.AbsentMember member : report.absent()) {
      line("  %-15s  %s", member.address(), String.join(", ", member.pools()));
    }
    line("");
  }

  private void summary(AuditReport report) {
    AuditCount count = AuditCount.of(report);
    String machines = count.machines() == 1 ? "1 machine" : count.machines() + " machines";
    String perhaps = count.perhaps() == 0 ? "" : ", %d more perhaps".formatted(count.perhaps());
    line("%s, %d with a single point of egress%s.", machines, count.atRisk(), perhaps);
    if (!report.unknown().isEmpty()) {
      line("Not all could be read, see the lines with ?.");
    }
  }

  private void line(String format, Object... values) {
    text.append(format.formatted(values)).append('\n');
  }
}
