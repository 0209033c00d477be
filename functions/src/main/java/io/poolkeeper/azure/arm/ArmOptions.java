package io.poolkeeper.azure.arm;

import com.azure.core.management.AzureEnvironment;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where ARM is and who asks it.
 *
 * @param localEndpoint local development only: an https endpoint that stands in for ARM; it gets a
 *     fixed token of no value, so it is refused together with a managed identity
 * @param localCa PEM file with the only certificate authority trusted for the local endpoint
 * @param clientId of a user-assigned managed identity; empty: the system-assigned one
 */
public record ArmOptions(
    Cloud cloud, Optional<URI> localEndpoint, Optional<Path> localCa, Optional<String> clientId) {

  /** Azure's clouds; each has its own ARM endpoint and token audience. */
  public enum Cloud {
    PUBLIC(AzureEnvironment.AZURE),
    GOVERNMENT(AzureEnvironment.AZURE_US_GOVERNMENT),
    CHINA(AzureEnvironment.AZURE_CHINA);

    private final AzureEnvironment environment;

    Cloud(AzureEnvironment environment) {
      this.environment = environment;
    }

    AzureEnvironment environment() {
      return environment;
    }
  }

  /**
   * @throws IllegalArgumentException if the local endpoint is not https, has no certificate
   *     authority, or stands beside a managed identity
   */
  public ArmOptions {
    if (localEndpoint.isPresent()) {
      URI endpoint = localEndpoint.get();
      if (!"https".equalsIgnoreCase(endpoint.getScheme()) || endpoint.getHost() == null) {
        throw new IllegalArgumentException(
            "POOLKEEPER_LOCAL_ARM_ENDPOINT: expected an https URL, found '" + endpoint + "'");
      }
      if (localCa.isEmpty()) {
        throw new IllegalArgumentException(
            "POOLKEEPER_LOCAL_ARM_CA: expected a PEM file beside POOLKEEPER_LOCAL_ARM_ENDPOINT, found nothing");
      }
      if (clientId.isPresent()) {
        throw new IllegalArgumentException(
            "POOLKEEPER_LOCAL_ARM_ENDPOINT: never together with a managed identity; take one of them out");
      }
    } else if (localCa.isPresent()) {
      throw new IllegalArgumentException(
          "POOLKEEPER_LOCAL_ARM_CA: only together with POOLKEEPER_LOCAL_ARM_ENDPOINT, which is not set");
    }
  }

  /** The cloud's own endpoint and the identity of the app. */
  public static ArmOptions of(Cloud cloud, Optional<String> clientId) {
    return new ArmOptions(cloud, Optional.empty(), Optional.empty(), clientId);
  }

  /** Local development: a stand-in for ARM. */
  public static ArmOptions local(URI endpoint, Path ca) {
    return new ArmOptions(Cloud.PUBLIC, Optional.of(endpoint), Optional.of(ca), Optional.empty());
  }

  /** Endpoint without a slash at its end. */
  URI endpoint() {
    String text =
        localEndpoint
            .map(URI::toString)
            .orElse(cloud.environment().getResourceManagerEndpoint())
            .replaceAll("/+$", "");
    return URI.create(text);
  }

  /** What tokens are asked for: the cloud's management audience, not the endpoint's host. */
  String tokenScope() {
    return cloud.environment().getManagementEndpoint().replaceAll("/+$", "") + "/.default";
  }
}
