package io.poolkeeper.azure.arm;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Signing in takes no longer than a call may, whatever the identity's service does. */
record BoundedToken(TokenCredential credential, Duration limit) implements TokenCredential {
  @Override
  public Mono<AccessToken> getToken(TokenRequestContext request) {
    return credential.getToken(request).timeout(limit);
  }

  @Override
  public AccessToken getTokenSync(TokenRequestContext request) {
    return getToken(request).block();
  }
}
