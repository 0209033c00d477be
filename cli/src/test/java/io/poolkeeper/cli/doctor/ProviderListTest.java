package io.poolkeeper.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.cli.Checkout;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProviderListTest {
  @Test
  void theDoctorLooksForWhatTheHookRegisters() {
    Matcher list =
        Pattern.compile("(?s)\\nproviders=\"([^\"]+)\"")
            .matcher(Checkout.text("infra/hooks/preprovision.sh"));
    assertEquals(true, list.find());
    assertEquals(
        new TreeSet<>(List.of(list.group(1).trim().split("\\s+"))),
        new TreeSet<>(ProviderCheck.OF_APP));
  }
}
