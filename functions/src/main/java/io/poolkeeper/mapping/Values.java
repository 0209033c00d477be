package io.poolkeeper.mapping;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mode;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads texts with a meaning: ids, addresses, times, words. */
final class Values {
  private static final String ADDRESS =
      "an IPv4 address of four decimal parts or an IPv6 address, without prefix or zone";

  private final JsonCursor cursor;

  Values(JsonCursor cursor) {
    this.cursor = cursor;
  }

  Optional<ArmId> id(IdKind kind) throws IOException {
    return parsed(kind.expected(), kind::parse);
  }

  Optional<Address> address() throws IOException {
    return parsed(ADDRESS, Address::parse);
  }

  Optional<Instant> time() throws IOException {
    return parsed(Timestamps.EXPECTED, Timestamps::parse);
  }

  Optional<Family> family() throws IOException {
    return parsed(
        "IPv4 or IPv6",
        text ->
            text.equals("IPv4")
                ? Optional.of(Family.IPV4)
                : text.equals("IPv6") ? Optional.of(Family.IPV6) : Optional.empty());
  }

  Optional<Mode> mode() throws IOException {
    return parsed(
        "observe or apply",
        text ->
            text.equals("observe")
                ? Optional.of(Mode.OBSERVE)
                : text.equals("apply") ? Optional.of(Mode.APPLY) : Optional.empty());
  }

  Optional<String> exactly(String word) throws IOException {
    return parsed(
        Shown.quoted(word), text -> text.equals(word) ? Optional.of(text) : Optional.empty());
  }

  Optional<String> matching(Pattern pattern, String expected) throws IOException {
    return parsed(
        expected, text -> pattern.matcher(text).matches() ? Optional.of(text) : Optional.empty());
  }

  <T> Optional<T> parsed(String expected, Function<String, Optional<T>> parser) throws IOException {
    Optional<String> text = cursor.text(expected);
    Optional<T> value = text.flatMap(parser);
    if (text.isPresent() && value.isEmpty()) {
      cursor.violation(
          () ->
              "expected "
                  + expected
                  + ", found "
                  + Shown.quoted(text.get())
                  + "; correct the value");
    }
    return value;
  }
}
