package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of recordings what says who and where: every GUID (subscription, tenant, principals,
 * etags), secrets of operation links, tokens, host names of other services, addresses outside the
 * laboratory's own network. Equal addresses stay equal; GUIDs all become the same one, as in the
 * recordings that exist.
 */
final class Scrubber {
  static final String NOBODY = "00000000-0000-0000-0000-000000000000";
  private static final Pattern GUID =
      Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern LINK_SECRET = Pattern.compile("(?<=[?&])([chst])=[^&\"\\s]*");
  private static final Pattern HOST = Pattern.compile("https://[^/\"\\s]+");
  private static final Pattern TOKEN =
      Pattern.compile("(?i)bearer\\s+\\S+|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*");
  private static final Pattern MAIL = Pattern.compile("[\\w.+-]+@[\\w-]+\\.[\\w.]+");
  private static final Pattern IPV4 =
      Pattern.compile("(?<![\\d.])\\d{1,3}(\\.\\d{1,3}){3}(?![\\d.])");

  /** Eight groups, or a gap: a time of day has neither. */
  private static final Pattern IPV6 =
      Pattern.compile(
          "(?i)(?<![0-9a-f:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}"
              + "|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?)"
              + "(?![0-9a-f:])");

  /** Headers that say how ARM behaves; all others are left out. */
  private static final Set<String> HEADERS =
      Set.of(
          "accept",
          "content-type",
          "content-length",
          "if-match",
          "etag",
          "azure-asyncoperation",
          "azure-asyncnotification",
          "location",
          "retry-after",
          "x-ms-failure-cause",
          "x-ms-ratelimit-remaining-subscription-global-reads",
          "x-ms-ratelimit-remaining-subscription-global-writes",
          "x-ms-ratelimit-remaining-subscription-global-deletes");

  private final Map<String, String> addresses = new LinkedHashMap<>();

  ObjectNode headers(Map<String, String> headers) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    headers.forEach(
        (name, value) -> {
          if (HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            kept.put(name, text(value));
          }
        });
    return kept;
  }

  /** A copy without anything that says who and where, names of fields too. */
  JsonNode json(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(e -> copy.set(text(e.getKey()), json(e.getValue())));
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(one -> copy.add(json(one)));
      return copy;
    }
    return node instanceof TextNode ? TextNode.valueOf(text(node.asText())) : node;
  }

  String text(String text) {
    String clean = HOST.matcher(text).replaceAll("https://management.azure.com");
    clean = TOKEN.matcher(clean).replaceAll("REDACTED");
    clean = MAIL.matcher(clean).replaceAll("somebody");
    clean = LINK_SECRET.matcher(clean).replaceAll("$1=$1");
    clean = GUID.matcher(clean).replaceAll(NOBODY);
    clean = mapped(IPV4, clean, "192.0.2.");
    return mapped(IPV6, clean, "2001:db8::");
  }

  private String mapped(Pattern pattern, String text, String range) {
    Matcher matcher = pattern.matcher(text);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      String found = matcher.group();
      boolean own = found.startsWith(Lab.ADDRESSES) || found.startsWith(range);
      String shown =
          own ? found : addresses.computeIfAbsent(found, key -> range + (addresses.size() + 1));
      matcher.appendReplacement(out, Matcher.quoteReplacement(shown));
    }
    return matcher.appendTail(out).toString();
  }
}
