package io.poolkeeper.ingest;

import io.poolkeeper.ingest.ResourceEvent.BlobName;
import io.poolkeeper.model.Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Events about blobs. A renaming is about two: the name that is gone and the name that is new. */
final class BlobEvents {
  private static final Pattern SUBJECT =
      Pattern.compile("(?i)/blobServices/[^/]+/containers/([^/]+)/blobs/(.+)");
  private static final Pattern ACCOUNT = Pattern.compile("(?i).*/storageAccounts/([^/]+).*");
  private static final int MAX_LENGTH = 4096;

  private BlobEvents() {}

  /** Empty if the event names no blob. */
  static List<ResourceEvent> of(ResourceEvent.Type type, Envelope envelope) {
    List<ResourceEvent> events = new ArrayList<>();
    for (BlobName blob : blobs(envelope)) {
      events.add(
          new ResourceEvent(
              type,
              Optional.empty(),
              Optional.of(blob),
              envelope.shortData("api"),
              envelope.time(),
              envelope.id(),
              envelope.shortData("requestId")));
    }
    return events;
  }

  private static Set<BlobName> blobs(Envelope envelope) {
    Optional<String> account = account(envelope.topic());
    Set<BlobName> blobs = new LinkedHashSet<>();
    fromUrl(envelope.data("sourceUrl"), account).ifPresent(blobs::add);
    fromUrl(envelope.data("destinationUrl"), account).ifPresent(blobs::add);
    Optional<BlobName> url = fromUrl(envelope.data("url"), account);
    Optional<String> known = account.or(() -> url.map(BlobName::account));
    fromSubject(envelope.subject(), known.orElse("")).or(() -> url).ifPresent(blobs::add);
    return blobs;
  }

  private static Optional<String> account(String topic) {
    Matcher matcher = ACCOUNT.matcher(topic.length() <= MAX_LENGTH ? topic : "");
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Optional<BlobName> fromSubject(String subject, String account) {
    Matcher matcher = SUBJECT.matcher(subject.length() <= MAX_LENGTH ? subject : "");
    return matcher.matches()
        ? Optional.of(new BlobName(account, matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  private static Optional<BlobName> fromUrl(String url, Optional<String> account) {
    try {
      URI uri = new URI(url.length() <= MAX_LENGTH ? url : "");
      if (uri.getHost() == null || uri.getPath() == null) {
        return Optional.empty();
      }
      // Local storage has the account's name in the path instead of the host's name.
      boolean local = isLocal(uri.getHost());
      String[] parts = uri.getPath().split("/", local ? 4 : 3);
      int container = local ? 2 : 1;
      if (parts.length != container + 2 || parts[container + 1].isEmpty()) {
        return Optional.empty();
      }
      String host = local ? parts[1] : uri.getHost().split("\\.")[0];
      return Optional.of(
          new BlobName(account.orElse(host), parts[container], parts[container + 1]));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isLocal(String host) {
    return host.equalsIgnoreCase("localhost")
        || host.startsWith("[")
        || Address.parse(host).isPresent();
  }
}
