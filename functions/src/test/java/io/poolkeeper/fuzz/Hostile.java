package io.poolkeeper.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Hand-made ways to spoil a document, each deterministic but for where it strikes. */
final class Hostile {
  /** Values of every type, and of none, as JSON text. */
  static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1",
          "1",
          "1.0",
          "1e400",
          "1e2147483647",
          "-1e-2147483647",
          "9".repeat(400),
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "2147483648",
          "\"\"",
          "\" \"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\ud800\"",
          "\"\\udfff\\ud800\"",
          "\"\\u202e\\u2028\"",
          "\"" + "x".repeat(5_000) + "\"",
          "\"../../etc/passwd\"",
          "\"${jndi:ldap://x}\"",
          "\"%s%n%1$\"",
          "\"9999-12-31T23:59:59Z\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"2030-02-30T25:61:61Z\"",
          "\"PT999999999999999H\"",
          "\"10.0.5\"",
          "\"0x0a.1\"",
          "\"fe80::1%eth0\"",
          "\"::ffff:10.0.0.1\"",
          "\"10.0.0.0/99\"",
          "\"/subscriptions//resourceGroups/\"",
          "\"/subscriptions/a/resourceGroups/b/providers/c/d/e/f/g/h/i/j/k\"",
          "[]",
          "{}",
          "[[]]",
          "[null]",
          "{\"\":{}}",
          "{\"id\":1}",
          "[".repeat(60) + "]".repeat(60),
          "{\"a\":".repeat(60) + "1" + "}".repeat(60));

  static final List<Function<byte[], byte[]>> WHOLE =
      List.of(
          valid -> new byte[0],
          valid -> text(" \r\n\t"),
          valid -> join(text("\uFEFF"), valid),
          valid -> recoded(valid, StandardCharsets.UTF_16),
          valid -> recoded(valid, StandardCharsets.UTF_16LE),
          valid -> recoded(valid, Charset.forName("UTF-32")),
          valid -> join(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3}, valid),
          valid -> join(new byte[] {(byte) 0xff, (byte) 0xfe}, valid),
          valid -> join(new byte[] {0}, valid),
          valid -> join(valid, new byte[] {0}),
          valid -> join(valid, valid),
          valid -> join(valid, text(",")),
          valid -> text("[".repeat(100_000)),
          valid -> text("{\"a\":".repeat(50_000)),
          valid -> text("[".repeat(2_000) + "]".repeat(2_000)),
          valid -> text("9".repeat(100_000)),
          valid -> text("\"" + "y".repeat(200_000) + "\""),
          valid -> text("{\"" + "n".repeat(60_000) + "\":1}"),
          valid -> text("1e999999999"),
          valid -> text("NaN"),
          valid -> text("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"),
          valid -> join(text("["), valid, text("]")),
          valid -> join(text("{\"data\":"), valid, text("}")),
          valid -> Base64.getEncoder().encode(valid),
          valid -> Base64.getMimeEncoder().encode(valid),
          valid -> Base64.getEncoder().encode(Base64.getEncoder().encode(valid)),
          valid -> text(quoted(new String(valid, StandardCharsets.UTF_8))),
          valid -> repeatedKeys(valid));

  private Hostile() {}

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] recoded(byte[] utf8, Charset charset) {
    return new String(utf8, StandardCharsets.UTF_8).getBytes(charset);
  }

  private static String quoted(String json) {
    return "\"" + json.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** The whole object's members twice. */
  private static byte[] repeatedKeys(byte[] valid) {
    String text = new String(valid, StandardCharsets.UTF_8).strip();
    boolean object = text.startsWith("{") && text.endsWith("}") && text.length() > 2;
    String members = object ? text.substring(1, text.length() - 1) : "\"a\":1";
    return text("{" + members + "," + members + "}");
  }

  private static final String TELLING = "{}[]\",:0123456789-+eE\\u null true \u0000LN./_=&;\n";

  /** Bytes cut, changed, doubled, dropped, or nothing but noise. */
  static byte[] damaged(Random random, byte[] valid) {
    if (valid.length == 0) {
      return noise(random);
    }
    return switch (random.nextInt(10)) {
      case 0, 1 -> Arrays.copyOf(valid, random.nextInt(valid.length));
      case 2, 3, 4 -> changed(random, valid);
      case 5, 6 -> doubled(random, valid);
      case 7, 8 -> dropped(random, valid);
      default -> noise(random);
    };
  }

  private static byte[] changed(Random random, byte[] valid) {
    byte[] result = valid.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      result[random.nextInt(result.length)] =
          random.nextInt(4) == 0
              ? (byte) random.nextInt(256)
              : (byte) TELLING.charAt(random.nextInt(TELLING.length()));
    }
    return result;
  }

  private static byte[] doubled(Random random, byte[] valid) {
    int from = random.nextInt(valid.length);
    int to = Math.min(valid.length, from + 1 + random.nextInt(80));
    return join(
        Arrays.copyOf(valid, to),
        Arrays.copyOfRange(valid, from, to),
        Arrays.copyOfRange(valid, to, valid.length));
  }

  private static byte[] dropped(Random random, byte[] valid) {
    int from = random.nextInt(valid.length);
    int to = Math.min(valid.length, from + 1 + random.nextInt(20));
    return join(Arrays.copyOf(valid, from), Arrays.copyOfRange(valid, to, valid.length));
  }

  private static byte[] noise(Random random) {
    byte[] result = new byte[random.nextInt(200)];
    random.nextBytes(result);
    return result;
  }
}
