package io.poolkeeper.devstack.host;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The app service's managed identity: asks IDENTITY_ENDPOINT with IDENTITY_HEADER. */
final class IdentityEndpointCredential implements TokenCredential {
  private final HostSettings settings;
  private final HttpClient client = HttpClient.newHttpClient();

  IdentityEndpointCredential(HostSettings settings) {
    this.settings = settings;
  }

  @Override
  public Mono<AccessToken> getToken(TokenRequestContext request) {
    return Mono.fromCallable(() -> ask(request)).subscribeOn(Schedulers.boundedElastic());
  }

  private AccessToken ask(TokenRequestContext request) throws IOException, InterruptedException {
    String scope = request.getScopes().get(0);
    String resource = scope.endsWith("/.default") ? scope.substring(0, scope.length() - 9) : scope;
    String query =
        "?api-version=2019-08-01&resource=" + URLEncoder.encode(resource, StandardCharsets.UTF_8);
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(required("IDENTITY_ENDPOINT") + query))
                .header("X-IDENTITY-HEADER", required("IDENTITY_HEADER"))
                .timeout(Duration.ofSeconds(10))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new HostFailure("IDENTITY_ENDPOINT answered " + response.statusCode());
    }
    JsonNode body = Json.MAPPER.readTree(response.body());
    Instant expires = Instant.ofEpochSecond(body.path("expires_on").asLong());
    return new AccessToken(
        body.path("access_token").asText(), OffsetDateTime.ofInstant(expires, ZoneOffset.UTC));
  }

  private String required(String name) {
    return settings
        .find(name)
        .orElseThrow(
            () ->
                new HostFailure(
                    "storage is given by service URI, which needs the setting " + name));
  }
}
