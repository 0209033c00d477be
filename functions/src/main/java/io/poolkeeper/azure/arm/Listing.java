package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One list call of the inventory, read item by item: a list may be longer than what should be held
 * in memory.
 *
 * @param scope a resource group, or a scale set for {@link Kind#SCALE_SET_NICS}
 */
record Listing(Kind kind, ArmId scope) {
  /** The newest version in which ARM lists NICs of scale sets; the SDK uses it too. */
  static final String SCALE_SET_API_VERSION = "2018-10-01";

  enum Kind {
    LOAD_BALANCERS("load balancers of", "loadBalancers"),
    NICS("network interfaces of", "networkInterfaces"),
    SCALE_SET_NICS("network interfaces of scale set", "networkInterfaces"),
    PUBLIC_IPS("public IP addresses of", "publicIPAddresses"),
    PUBLIC_PREFIXES("public IP prefixes of", "publicIPPrefixes"),
    NAT_GATEWAYS("NAT gateways of", "natGateways"),
    ROUTE_TABLES("route tables of", "routeTables");

    private final String words;
    private final String type;

    Kind(String words, String type) {
      this.words = words;
      this.type = type;
    }
  }

  String what() {
    return kind.words + " " + scope;
  }

  private String path() {
    return kind == Kind.SCALE_SET_NICS
        ? ArmClient.escaped(scope.text())
            + "/networkInterfaces?api-version="
            + SCALE_SET_API_VERSION
        : ArmClient.escaped(scope.text())
            + "/providers/Microsoft.Network/"
            + kind.type
            + "?api-version="
            + ArmClient.API_VERSION;
  }

  /**
   * All pages, one after the other.
   *
   * @param each gets every element of every page that came
   * @return the answer that ended the list early; empty: it is complete
   */
  Optional<Answer> read(ArmClient arm, String requestId, Consumer<JsonNode> each) {
    Set<String> links = new HashSet<>();
    ListPage page = new ListPage(each);
    Answer answer = arm.stream(path(), requestId, page);
    while (answer.ok()) {
      if (!page.isList()) {
        return Optional.of(Answer.none("a page has no array 'value'"));
      }
      if (page.next().isEmpty()) {
        return Optional.empty();
      }
      String next = page.next().get();
      if (!links.add(next)) {
        return Optional.of(Answer.none("a page links to a page that was already read"));
      }
      if (links.size() >= ArmClient.MAX_PAGES) {
        return Optional.of(Answer.none("more than " + ArmClient.MAX_PAGES + " pages"));
      }
      page = new ListPage(each);
      answer = arm.streamUrl(next, requestId, page);
    }
    return Optional.of(answer);
  }
}
