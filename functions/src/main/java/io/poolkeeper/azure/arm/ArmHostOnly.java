package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

/**
 * Lets requests go to the ARM endpoint alone: links to further pages and operations come out of
 * answers, and our token must not follow them elsewhere.
 */
final class ArmHostOnly extends HttpPipelineSyncPolicy {
  private final URI endpoint;

  ArmHostOnly(URI endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  protected void beforeSendingRequest(HttpPipelineCallContext context) {
    URL url = context.getHttpRequest().getUrl();
    if (!allows(url.toString())) {
      throw new ForeignHostException(
          "a link leads to '" + url.getHost() + "', expected " + endpoint);
    }
  }

  boolean allows(String url) {
    try {
      URI uri = new URI(url);
      return "https".equalsIgnoreCase(uri.getScheme())
          && uri.getUserInfo() == null
          && endpoint.getHost().equalsIgnoreCase(uri.getHost())
          && port(endpoint) == port(uri);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static int port(URI uri) {
    return uri.getPort() < 0 ? 443 : uri.getPort();
  }

  static final class ForeignHostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ForeignHostException(String message) {
      super(message);
    }
  }
}
