package io.poolkeeper.state;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Claims on memberships: {@code {format:1, claims:[{address, loadBalancer, pool, reconcileId,
 * until}]}}. Strict: a document with one wrong claim is unreadable as a whole, since what cannot be
 * read may be the claim that matters.
 */
public final class ClaimsCodec {
  public static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final int FORMAT = 1;
  private static final int MAX_NAME = 253;
  private static final int MAX_ID = 2048;

  /** A claim can be written a little later than the reader's clock says. */
  private static final Duration CLOCK_STEPS = Duration.ofMinutes(1);

  /**
   * @param claims that have not run out; empty Optional: unreadable
   * @param problem one line, where unreadable
   */
  public record Decoded(Optional<List<Claim>> claims, Optional<String> problem) {}

  private ClaimsCodec() {}

  /**
   * Never throws.
   *
   * @param now storage's clock, as all times of claims
   * @param life how long a new claim lives: nothing in the document can reach further
   * @param maxClaims how many there may be
   */
  public static Decoded read(byte[] content, Instant now, Duration life, int maxClaims) {
    if (content.length > MAX_BYTES) {
      return tooLong(content.length);
    }
    try {
      Fields root = Json.object(content);
      root.requiredNumber("format", FORMAT, FORMAT);
      Instant furthest = now.plus(life).plus(CLOCK_STEPS);
      List<Claim> claims = root.list("claims", fields -> claim(fields, furthest));
      if (claims.size() > maxClaims) {
        throw new DocumentFault(
            "$.claims", "at most " + maxClaims + " claims", String.valueOf(claims.size()));
      }
      List<Claim> live = claims.stream().filter(claim -> !now.isAfter(claim.until())).toList();
      return new Decoded(Optional.of(live), Optional.empty());
    } catch (DocumentFault e) {
      return new Decoded(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  public static Decoded tooLong(long bytes) {
    return new Decoded(
        Optional.empty(),
        Optional.of("the claims have " + bytes + " bytes, allowed are " + MAX_BYTES));
  }

  private static Claim claim(Fields fields, Instant furthest) throws DocumentFault {
    String address = fields.requiredText("address", 45);
    String loadBalancer = fields.requiredText("loadBalancer", MAX_ID);
    Instant until = fields.requiredTime("until");
    if (until.isAfter(furthest)) {
      throw new DocumentFault(fields.path("until"), "a time up to " + furthest, until.toString());
    }
    return new Claim(
        parsed(fields, "address", "an IP address", Address.parse(address)),
        parsed(fields, "loadBalancer", "an ARM id", ArmId.parse(loadBalancer)),
        fields.requiredText("pool", MAX_NAME),
        fields.requiredText("reconcileId", MAX_NAME),
        until);
  }

  private static <T> T parsed(Fields fields, String name, String expected, Optional<T> value)
      throws DocumentFault {
    if (value.isEmpty()) {
      throw new DocumentFault(fields.path(name), expected, "something else");
    }
    return value.get();
  }

  public static byte[] write(List<Claim> claims) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode array = root.putArray("claims");
    for (Claim claim : claims) {
      ObjectNode node = array.addObject();
      node.put("address", claim.address().text());
      node.put("loadBalancer", claim.loadBalancer().key());
      node.put("pool", claim.pool());
      node.put("reconcileId", claim.reconcileId());
      node.put("until", claim.until().toString());
    }
    return Json.bytes(root);
  }
}
