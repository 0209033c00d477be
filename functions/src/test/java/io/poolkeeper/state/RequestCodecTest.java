package io.poolkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.state.RequestCodec.Encoding;
import io.poolkeeper.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCodecTest {
  private static final String ID =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/LB";
  private static final String PLAIN =
      "{\"v\":1,\"cluster\":\"prod\",\"loadBalancer\":\"" + ID + "\"}";

  @Test
  void writesTheDocumentOfTheReference() {
    Request request = Request.first("prod", ArmId.of(ID), Cause.EVENT);
    assertEquals(
        "{\"v\":1,\"cluster\":\"prod\",\"loadBalancer\":\""
            + ID.toLowerCase(java.util.Locale.ROOT)
            + "\",\"cause\":\"EVENT\",\"causedAt\":null,\"attempt\":0,\"busySince\":null,"
            + "\"coverable\":true,\"poisoned\":0,\"traceparent\":null}",
        RequestCodec.write(request, Encoding.PLAIN));
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void readsWhatItWrote(Encoding encoding) {
    RandomDocuments documents = new RandomDocuments(Seeds.random(getClass(), 1));
    for (int i = 0; i < 2000; i++) {
      Request request = documents.request();
      assertEquals(
          new RequestCodec.Decoded(Optional.of(request), ""),
          RequestCodec.read(RequestCodec.write(request, encoding)));
    }
  }

  @Test
  void fillsInWhatIsAbsentAndIgnoresUnknownFields() {
    Request read = decoded(PLAIN.replace("{\"v\"", "{\"later\":{\"x\":[1]},\"v\""));
    assertEquals(0, read.attempt());
    assertTrue(read.coverable());
    assertEquals(0, read.poisoned());
    assertEquals(Optional.empty(), read.causedAt());
    assertEquals(Cause.OPERATOR, read.cause());
    assertEquals(
        ID.toLowerCase(java.util.Locale.ROOT), read.loadBalancer().text(), "lower case, not kept");
  }

  @Test
  void readsBase64AndPlainAlikeWithWhiteSpaceAndAByteOrderMark() {
    String base64 = Base64.getEncoder().encodeToString(PLAIN.getBytes(StandardCharsets.UTF_8));
    Request expected = decoded(PLAIN);
    assertEquals(expected, decoded(base64));
    assertEquals(expected, decoded("\n " + base64 + "\n"));
    assertEquals(expected, decoded("\uFEFF " + PLAIN + " \n"));
  }

  @Test
  void keepsTheTimeOfTheFirstMessage() {
    Instant at = Instant.parse("2026-12-01T10:00:00Z");
    Request read = decoded(PLAIN.replace("{\"v\"", "{\"causedAt\":\"" + at + "\",\"v\""));
    assertEquals(Optional.of(at), read.causedAt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"v\":1|\"v\":2|$.v: expected the whole number 1, found 2",
        "\"v\":1|\"v\":\"1\"|$.v: expected the whole number 1, found '1'",
        "\"v\":1|\"v\":1.0|$.v: expected the whole number 1, found 1.0",
        "\"v\":1|\"w\":1|$.v: expected a whole number, found nothing",
        "\"v\":1|\"v\":1,\"v\":1|Duplicate field 'v'",
        "\"v\":1|\"v\":1,\"attempt\":-1|$.attempt: expected a whole number",
        "\"v\":1|\"v\":1,\"attempt\":1e999999999|$.attempt: expected a whole number",
        "\"v\":1|\"v\":1,\"attempt\":99999999999999999999|$.attempt: expected a whole number",
        "\"v\":1|\"v\":1,\"poisoned\":true|$.poisoned: expected a whole number",
        "\"v\":1|\"v\":1,\"coverable\":\"yes\"|$.coverable: expected true or false, found 'yes'",
        "\"v\":1|\"v\":1,\"cause\":\"BOREDOM\"|$.cause: expected one of [EVENT",
        "\"v\":1|\"v\":1,\"causedAt\":\"yesterday\"|$.causedAt: expected a time",
        "\"v\":1|\"v\":1,\"causedAt\":\"+999999999-01-01T00:00:00Z\"|$.causedAt: expected a time",
        "\"v\":1|\"v\":1,\"busySince\":17|$.busySince: expected a time",
        "\"prod\"|\" \"|$.cluster: expected a name",
        "\"prod\"|null|$.cluster: expected text, found nothing",
        "loadBalancers|virtualNetworks|$.loadBalancer: expected an ARM id of a load balancer",
        "loadBalancers/LB|loadBalancers|$.loadBalancer: expected an ARM id of a load balancer",
        "loadBalancers/LB|loadBalancers/LB/backendAddressPools/p|$.loadBalancer: expected an ARM",
      })
  void saysWhereAndWhatIsWrong(String part, String instead, String reason) {
    assertReason(PLAIN.replace(part, instead), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "hello world|found neither",
        "[]|found neither",
        "aGVsbG8=|expected JSON",
        "e30=|$.v: expected a whole number, found nothing",
        "{|expected JSON",
        "{} {}|expected JSON",
        "e30ge30=|expected JSON",
      })
  void setsAsideWhatIsNoRequest(String message, String reason) {
    assertReason(message, reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n"})
  void setsAsideAnEmptyMessage(String message) {
    assertReason(message, "found an empty message");
  }

  @Test
  void setsAsideNull() {
    assertReason(null, "found an empty message");
  }

  @Test
  void takesExactly48KilobytesAndNotOneMore() {
    String padded = PLAIN.replace("{\"v\"", "{\"pad\":\"@\",\"v\"");
    int room = RequestCodec.MAX_BYTES - padded.length() + 1;
    String fits = padded.replace("@", "x".repeat(room));
    assertEquals(decoded(PLAIN), decoded(fits));
    assertEquals(
        decoded(PLAIN),
        decoded(Base64.getEncoder().encodeToString(fits.getBytes(StandardCharsets.UTF_8))));
    assertReason(padded.replace("@", "x".repeat(room + 1)), "expected at most 49152 bytes");
    assertReason("x".repeat(64 * 1024 + 100), "expected at most");
  }

  @Test
  void refusesDeepNesting() {
    assertReason(
        PLAIN.replace("{\"v\"", "{\"deep\":" + "[".repeat(1000) + "]".repeat(1000) + ",\"v\""),
        "nesting depth");
  }

  @Test
  void writesNoMessageThatItWouldNotRead() {
    Request tooLong = Request.first("c".repeat(50_000), ArmId.of(ID), Cause.EVENT);
    assertThrows(IllegalArgumentException.class, () -> RequestCodec.write(tooLong, Encoding.PLAIN));
  }

  private static Request decoded(String message) {
    RequestCodec.Decoded read = RequestCodec.read(message);
    return read.request().orElseThrow(() -> new AssertionError(read.reason()));
  }

  private static void assertReason(String message, String reason) {
    RequestCodec.Decoded read = RequestCodec.read(message);
    assertEquals(Optional.empty(), read.request());
    assertTrue(read.reason().contains(reason), read.reason());
  }

  @Test
  void aTraceContextThatCannotBeUsedIsDroppedAndTheRequestStays() {
    String message =
        "{\"v\":1,\"cluster\":\"prod\",\"loadBalancer\":\"/subscriptions/s/resourceGroups/g/providers/"
            + "Microsoft.Network/loadBalancers/lb\",\"traceparent\":%s,\"tracestate\":%s}";
    String good = "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"";
    for (String bad : new String[] {"[]", "17", "\"x\"", "\"" + "0".repeat(9000) + "\"", "null"}) {
      Request read = RequestCodec.read(message.formatted(bad, "\"a=1\"")).request().orElseThrow();
      assertEquals(java.util.Optional.empty(), read.trace(), bad);
      read = RequestCodec.read(message.formatted(good, bad)).request().orElseThrow();
      assertEquals("", read.trace().orElseThrow().tracestate(), bad);
    }
  }
}
