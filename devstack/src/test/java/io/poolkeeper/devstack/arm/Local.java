package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** The simulator without a socket, on a clock that a test moves. */
final class Local {
  static final class TestClock extends Clock {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }

    void pass(Duration time) {
      now = now.plus(time);
    }
  }

  final TestClock clock = new TestClock();
  final Engine engine;

  Local(Options options, SmallWorld world) {
    engine = new Engine(options.clock(clock), new Events());
    engine.load(world.json);
  }

  Reply get(String path) {
    return call(
        "GET", path + (path.contains("?") ? "&" : "?") + "api-version=2025-03-01", null, "");
  }

  Reply put(String path, JsonNode body) {
    return call("PUT", path + "?api-version=2025-03-01", body, "");
  }

  Reply put(String path, JsonNode body, String ifMatch) {
    return call("PUT", path + "?api-version=2025-03-01", body, ifMatch);
  }

  Reply delete(String path) {
    return call("DELETE", path + "?api-version=2025-03-01", null, "");
  }

  /** Polls the operation of a write by the URL that it gave. */
  Reply poll(Reply write) {
    URI url = URI.create(write.headers().get("Azure-AsyncOperation"));
    return call("GET", url.getRawPath() + "?" + url.getRawQuery(), null, "");
  }

  String etag(String path) {
    return Json.text(get(path).body(), "etag");
  }

  List<WriteRecord> writes() {
    return engine.log(WriteLog::writes);
  }

  List<Stranding> strandings() {
    return engine.log(WriteLog::strandings);
  }

  Strength strength(String address, String protocol) {
    return engine.court(c -> c.strength(address, "", protocol, engine.options()));
  }

  Reply call(String method, String pathAndQuery, JsonNode body, String ifMatch) {
    Headers headers = new Headers();
    if (!ifMatch.isEmpty()) {
      headers.set("If-Match", ifMatch);
    }
    byte[] bytes = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    Request request =
        Request.of(method, URI.create(pathAndQuery), headers, bytes, clock.now, "https://sim");
    return engine.handle(request, ArmId.parse(request.path()), engine.faults.hits(request));
  }
}
