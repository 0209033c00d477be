package io.poolkeeper.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that came from outside, without what must not be logged or stored: tokens, signatures, keys,
 * and names of people. Azure's errors repeat what they were sent, so every text is taken for one
 * that may hold them. Pure, and linear in the text's length.
 */
public final class Masked {
  public static final String MASK = "[masked]";

  /** What has to be in a text, in lower case, before its pattern is worth a look. */
  private record Secret(String sign, Pattern pattern, String instead) {}

  private static final List<Secret> SECRETS =
      List.of(
          secret("eyj", "eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){0,4}", MASK),
          secret("bearer", "(?i)\\bbearer[\\s:=]+[A-Za-z0-9._~+/=-]{4,}", "bearer " + MASK),
          secret(
              "sharedkey", "(?i)\\bSharedKey(?:Lite)?\\s+[^\\s\"',;]{1,512}", "SharedKey " + MASK),
          named("sig"),
          named("code"),
          named("accountkey"),
          named("sharedaccesssignature"),
          named("sharedaccesskey"),
          named("client_secret"),
          named("password"),
          named("x-functions-key"),
          secret(
              "authorization",
              "(?i)\\bauthorization\\\\?[\"']?\\s{0,8}[:=]\\s{0,8}\\\\?[\"']?[^\"',;\\s]{1,4096}",
              "authorization: " + MASK),
          // the key of a storage account: 64 bytes
          secret("==", "[A-Za-z0-9+/]{86}==", MASK),
          secret(
              "@",
              "[A-Za-z0-9._%+#-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}",
              MASK));

  private Masked() {}

  private static Secret secret(String sign, String pattern, String instead) {
    return new Secret(sign, Pattern.compile(pattern), instead);
  }

  /** {@code name=value} in a query, a connection string or a header. */
  private static Secret named(String name) {
    return secret(
        name,
        "(?i)(?<![A-Za-z0-9_])" + Pattern.quote(name) + "=[^&;\\s\"'<>]{1,4096}",
        name + "=" + MASK);
  }

  /** What was thrown and its first causes, in one line. */
  public static String causes(Throwable thrown) {
    List<String> causes = new ArrayList<>();
    for (Throwable t = thrown; t != null && causes.size() < 4; t = t.getCause()) {
      String text = t.getClass().getSimpleName() + ": " + t.getMessage();
      causes.add(text.replaceAll("\\s+", " "));
    }
    return of(String.join("; caused by ", causes));
  }

  public static String of(String text) {
    String masked = text;
    String lower = text.toLowerCase(java.util.Locale.ROOT);
    for (Secret secret : SECRETS) {
      if (lower.contains(secret.sign())) {
        masked = secret.pattern().matcher(masked).replaceAll(secret.instead());
      }
    }
    return masked;
  }
}
