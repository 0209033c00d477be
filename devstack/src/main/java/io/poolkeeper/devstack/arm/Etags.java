package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;

/** Hands out weak etags and puts them on resources and their children as the mode says. */
final class Etags {
  private EtagMode mode;

  Etags(EtagMode mode) {
    this.mode = mode;
  }

  void mode(EtagMode newMode) {
    mode = newMode;
  }

  EtagMode mode() {
    return mode;
  }

  /** New etags for a resource and all its children. */
  void stampAll(ObjectNode resource) {
    String etag = next();
    resource.put("etag", etag);
    for (ObjectNode child : children(resource)) {
      child.put("etag", mode == EtagMode.OWN ? next() : etag);
    }
  }

  /** New etags after a write to one child (null: it is gone). */
  void stampChild(ObjectNode resource, ObjectNode child) {
    if (mode != EtagMode.OWN) {
      stampAll(resource);
      return;
    }
    resource.put("etag", next());
    if (child != null) {
      child.put("etag", next());
    }
  }

  /** Whether an If-Match header fits an etag; "*" fits everything that is there. */
  static boolean matches(String ifMatch, String etag) {
    return ifMatch.trim().equals("*") || bare(ifMatch).equals(bare(etag));
  }

  /** Objects in arrays of the properties whose id lies under the resource's own. */
  static List<ObjectNode> children(ObjectNode resource) {
    List<ObjectNode> found = new ArrayList<>();
    String prefix = Json.lower(Json.text(resource, "id")) + "/";
    for (Iterator<JsonNode> fields = resource.path("properties").elements(); fields.hasNext(); ) {
      for (JsonNode item : Json.items(fields.next())) {
        if (item.has("name") && Json.lower(Json.text(item, "id")).startsWith(prefix)) {
          found.add((ObjectNode) item);
        }
      }
    }
    return found;
  }

  private static String bare(String etag) {
    String text = etag.trim();
    text = text.startsWith("W/") ? text.substring(2) : text;
    return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static String next() {
    return "W/\"" + UUID.randomUUID() + "\"";
  }
}
