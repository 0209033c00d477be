package io.poolkeeper.cli.doctor;

/** A diagnosis for people: {@code !} what is missing, {@code ?} what could not be looked at. */
final class DoctorText {
  private DoctorText() {}

  static String of(Diagnosis diagnosis) {
    StringBuilder text = new StringBuilder();
    for (Finding finding : diagnosis.findings()) {
      String sign = finding.code() == Finding.Code.UNREADABLE ? "?" : "!";
      text.append(sign).append(' ').append(finding.code()).append("  ").append(finding.where());
      text.append("\n    expected: ").append(finding.expected());
      text.append("\n    found:    ").append(finding.found());
      text.append("\n    do:       ").append(finding.remedy()).append("\n\n");
    }
    diagnosis.inOrder().forEach(line -> text.append("ok  ").append(line).append('\n'));
    text.append(diagnosis.inOrder().isEmpty() ? "" : "\n");
    text.append(diagnosis.missing() == 0 ? "Nothing" : diagnosis.missing() + " found that")
        .append(
            diagnosis.missing() == 0
                ? " found that is missing or in the way"
                : " is missing or in the way")
        .append(
            diagnosis.unknown() == 0
                ? ".\n"
                : ", %d could not be looked at.%n".formatted(diagnosis.unknown()));
    return text.toString();
  }
}
