package io.poolkeeper.cli.doctor;

import io.poolkeeper.cli.doctor.Finding.Code;
import java.util.ArrayList;
import java.util.List;

/** What was found, and what was looked at and is in order. */
final class Diagnosis {
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> inOrder = new ArrayList<>();

  void add(Code code, String where, String expected, String found, String remedy) {
    findings.add(new Finding(code, where, expected, found, remedy));
  }

  void inOrder(String what) {
    inOrder.add(what);
  }

  /**
   * What could not be read, told apart by who refused.
   *
   * @param needed what the caller needs to be able to read it
   */
  void unreadable(String where, ArmReads.Read read, String needed) {
    add(Code.UNREADABLE, where, "an answer", read.said(), read.remedy(needed));
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  List<String> inOrder() {
    return List.copyOf(inOrder);
  }

  long unknown() {
    return findings.stream().filter(f -> f.code() == Code.UNREADABLE).count();
  }

  long missing() {
    return findings.size() - unknown();
  }
}
