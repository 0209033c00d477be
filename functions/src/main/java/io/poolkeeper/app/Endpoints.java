package io.poolkeeper.app;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Prefix;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** What a URI in a setting may be: nothing that carries a secret, plain http only at home. */
final class Endpoints {
  private static final Prefix LOOPBACK_V4 = Prefix.of("127.0.0.0/8");
  private static final Address LOOPBACK_V6 = Address.of("::1");

  private Endpoints() {}

  /**
   * An absolute http or https URI with a host, without user, query (a SAS would be one), fragment.
   */
  static Optional<URI> parse(String text) {
    try {
      URI uri = new URI(text);
      boolean http = "https".equals(scheme(uri)) || "http".equals(scheme(uri));
      boolean plain =
          uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && uri.getPort() <= 65_535;
      return http && plain && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static boolean isHttps(URI uri) {
    return "https".equals(scheme(uri));
  }

  static boolean isLoopback(URI uri) {
    String host = uri.getHost();
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return Address.parse(bare)
        .map(address -> LOOPBACK_V4.contains(address) || LOOPBACK_V6.equals(address))
        .orElse(false);
  }

  private static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }
}
