package io.poolkeeper.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressStrictnessTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "0.0.0.0, 0.0.0.0",
    "FD00:0:0::0001, fd00::1",
    "::, ::",
    "::ffff:10.0.0.1, ::ffff:a00:1",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3"
  })
  void writesOneTextForAllSpellings(String spelled, String canonical) {
    assertEquals(canonical, Address.of(spelled).text());
    assertEquals(Address.of(canonical), Address.of(spelled));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "10.0.0.1 ",
        "\t10.0.0.1",
        "fd00::00001",
        "::ffff:010.0.0.1",
        "::ffff:10.0.1",
        "::ffff:10.0.0.256",
        "::10.0.0.1:1",
        "1::2::3",
        "1:2:3",
        ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        ".",
        ":",
        "...",
        "a.b.c.d",
        "10.0.0.1.2"
      })
  void takesNothingElse(String text) {
    assertEquals(Optional.empty(), Address.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1", "fd00::1"})
  void knowsTheFamily(String text) {
    assertTrue(Address.of(text).family() == (text.contains(":") ? Family.IPV6 : Family.IPV4));
  }
}
