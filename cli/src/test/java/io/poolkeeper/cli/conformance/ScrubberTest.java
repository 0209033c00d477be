package io.poolkeeper.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScrubberTest {
  private final Scrubber scrubber = new Scrubber();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/subscriptions/1b2c3d4e-1111-2222-3333-444455556666/x"
            + "|/subscriptions/00000000-0000-0000-0000-000000000000/x",
        "tenant 1B2C3D4E-1111-2222-3333-444455556666|tenant 00000000-0000-0000-0000-000000000000",
        "Bearer abc.def|REDACTED",
        "token eyJhbGciOi.eyJzdWIi.c2ln end|token REDACTED end",
        "https://prod.example.com:8443/a?c=x1&h=y2&s=z3&t=9|https://management.azure.com/a?c=c&h=h&s=s&t=t",
        "by admin@contoso.example now|by somebody now",
        "public 20.31.4.5 of 10.254.0.4|public 192.0.2.1 of 10.254.0.4",
        "10.0.0.4|192.0.2.1",
        "2603:1020:201:9::2a1|2001:db8::1",
        "version 1.2.3 of 2025-03-01T10:11:12Z|version 1.2.3 of 2025-03-01T10:11:12Z"
      })
  void whoAndWhereAreTakenOut(String text, String expected) {
    assertEquals(expected, scrubber.text(text));
  }

  @Test
  void equalAddressesStayEqualAndOthersDiffer() {
    assertEquals("192.0.2.1 192.0.2.2 192.0.2.1", scrubber.text("1.1.1.1 2.2.2.2 1.1.1.1"));
  }

  @Test
  void namesOfFieldsAreScrubbedToo() throws Exception {
    ObjectMapper json = new ObjectMapper();
    assertEquals(
        "{\"/x/00000000-0000-0000-0000-000000000000\":[{\"n\":1,\"t\":\"192.0.2.1\"}]}",
        scrubber
            .json(
                json.readTree(
                    "{\"/x/1b2c3d4e-1111-2222-3333-444455556666\":[{\"n\":1,\"t\":\"9.9.9.9\"}]}"))
            .toString());
  }

  @Test
  void onlyHeadersThatSayHowArmBehavesAreKept() {
    assertEquals(
        "{\"ETag\":\"W/\\\"00000000-0000-0000-0000-000000000000\\\"\"}",
        scrubber
            .headers(
                new java.util.TreeMap<>(
                    Map.of(
                        "Authorization", "Bearer x",
                        "x-ms-routing-request-id", "WESTEUROPE:1",
                        "Set-Cookie", "a",
                        "ETag", "W/\"1b2c3d4e-1111-2222-3333-444455556666\"")))
            .toString());
  }
}
