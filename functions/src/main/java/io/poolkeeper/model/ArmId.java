package io.poolkeeper.model;

import java.util.Locale;
import java.util.Optional;

/**
 * Id of an ARM resource or resource group. Azure spells ids in varying case, so equality, order and
 * {@link #key()} ignore it; {@link #text()} keeps the spelling.
 */
public final class ArmId implements Comparable<ArmId> {
  private static final int MAX_LENGTH = 2048;

  private final String text;
  private final String key;
  private final String[] parts;

  private ArmId(String text, String[] parts) {
    this.text = text;
    this.key = text.toLowerCase(Locale.ROOT);
    this.parts = parts;
  }

  /**
   * Accepts {@code /subscriptions/S/resourceGroups/G} and {@code
   * /subscriptions/S/resourceGroups/G/providers/N/type/name...}.
   *
   * @return empty if the text is neither
   */
  public static Optional<ArmId> parse(String text) {
    if (text == null || text.length() > MAX_LENGTH || !text.startsWith("/")) {
      return Optional.empty();
    }
    String[] parts = text.substring(1).split("/", -1);
    for (String part : parts) {
      if (part.isBlank()) {
        return Optional.empty();
      }
    }
    boolean group = parts.length == 4;
    boolean resource =
        parts.length >= 8 && parts.length % 2 == 0 && parts[4].equalsIgnoreCase("providers");
    boolean rooted =
        (group || resource)
            && parts[0].equalsIgnoreCase("subscriptions")
            && parts[2].equalsIgnoreCase("resourceGroups");
    return rooted ? Optional.of(new ArmId(text, parts)) : Optional.empty();
  }

  /**
   * @throws IllegalArgumentException if the text is no ARM id
   */
  public static ArmId of(String text) {
    return parse(text)
        .orElseThrow(() -> new IllegalArgumentException("not an ARM id: '" + text + "'"));
  }

  /** As it was spelled. */
  public String text() {
    return text;
  }

  /** Lower case: the form for keys, hashes and comparisons. */
  public String key() {
    return key;
  }

  /** Lower case. */
  public String subscription() {
    return parts[1].toLowerCase(Locale.ROOT);
  }

  /** Name of the resource group as spelled. */
  public String resourceGroup() {
    return parts[3];
  }

  public ArmId resourceGroupId() {
    return isResourceGroup() ? this : prefix(4);
  }

  public boolean isResourceGroup() {
    return parts.length == 4;
  }

  /**
   * Lower-case type, for example {@code microsoft.network/loadbalancers/backendaddresspools};
   * {@code microsoft.resources/resourcegroups} for a resource group.
   */
  public String type() {
    if (isResourceGroup()) {
      return "microsoft.resources/resourcegroups";
    }
    StringBuilder type = new StringBuilder(parts[5]);
    for (int i = 6; i < parts.length; i += 2) {
      type.append('/').append(parts[i]);
    }
    return type.toString().toLowerCase(Locale.ROOT);
  }

  public boolean isOfType(String type) {
    return type().equals(type.toLowerCase(Locale.ROOT));
  }

  /** Last segment as spelled. */
  public String name() {
    return parts[parts.length - 1];
  }

  /** The resource that contains this one: a load balancer for a pool, else empty. */
  public Optional<ArmId> parent() {
    return parts.length >= 10 ? Optional.of(prefix(parts.length - 2)) : Optional.empty();
  }

  /** The outermost resource: the load balancer of a pool, the network of a subnet, or itself. */
  public ArmId root() {
    return parts.length > 8 ? prefix(8) : this;
  }

  public ArmId child(String type, String name) {
    return of(text + "/" + type + "/" + name);
  }

  private ArmId prefix(int count) {
    return of("/" + String.join("/", java.util.Arrays.copyOf(parts, count)));
  }

  @Override
  public int compareTo(ArmId other) {
    return key.compareTo(other.key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArmId && ((ArmId) other).key.equals(key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
