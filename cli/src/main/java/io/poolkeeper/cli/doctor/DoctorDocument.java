package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The doctor JSON of {@code docs/reference.md}. */
final class DoctorDocument {
  private DoctorDocument() {}

  static String of(Diagnosis diagnosis) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putNull("error");
    ArrayNode findings = document.putArray("findings");
    for (Finding finding : diagnosis.findings()) {
      ObjectNode one = findings.addObject();
      one.put("code", finding.code().name()).put("where", finding.where());
      one.put("expected", finding.expected()).put("found", finding.found());
      one.put("do", finding.remedy());
    }
    ArrayNode inOrder = document.putArray("inOrder");
    diagnosis.inOrder().forEach(inOrder::add);
    document.put("missing", diagnosis.missing()).put("unknown", diagnosis.unknown());
    return document.toPrettyString() + "\n";
  }

  static String ofError(String message) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject("error").put("message", message);
    document.putArray("findings");
    document.putArray("inOrder");
    document.put("missing", 0).put("unknown", 0);
    return document.toPrettyString() + "\n";
  }
}
