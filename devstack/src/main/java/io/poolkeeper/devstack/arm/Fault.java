package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What goes wrong, and for which requests. Empty matchers fit everything. Several faults may fit
 * one request; each is used up by itself. Fields are those of the JSON at {@code POST
 * /_devstack/faults}.
 */
@JsonAutoDetect(
    fieldVisibility = JsonAutoDetect.Visibility.ANY,
    getterVisibility = JsonAutoDetect.Visibility.NONE,
    isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public final class Fault {
  /**
   * Where the connection is cut: before the request is looked at, or after it was carried out, in
   * place of the answer.
   */
  public enum Cut {
    BEFORE,
    AFTER
  }

  String id = "";

  /** Method, any case; empty: all. */
  String method = "";

  /** Regular expression found anywhere in the path, without case. */
  String path = "";

  /** Name of a load balancer in the path. */
  String loadBalancer = "";

  /** URL of the simulator's port through which it came; empty: any. */
  String door = "";

  /** The first matching request that is hit, counted from 1. */
  int nth = 1;

  /** How many requests are hit; -1: all. */
  int count = 1;

  /** Answer instead of the real one; 0: none. */
  int status;

  String code = "";
  String message = "";

  /** Body of the answer; null: made from code and message. */
  JsonNode body;

  Map<String, String> headers = new LinkedHashMap<>();
  long latencyMillis;
  Cut cut;

  /** A read shows the state before the last write. */
  boolean stale;

  /**
   * The operation of the write: polls that see InProgress, milliseconds, by hand, and how it ends.
   */
  int operationPolls = -1;

  long operationMillis = -1;
  Boolean operationManual;
  String operationStatus = "";
  JsonNode operationError;

  /** Control action that is carried out right before the request; see the control API. */
  JsonNode run;

  @JsonIgnore Runnable hook;
  @JsonIgnore volatile int seen;

  public static Fault on(String method, String path) {
    Fault fault = new Fault();
    fault.method = method;
    fault.path = path;
    return fault;
  }

  public Fault loadBalancer(String name) {
    loadBalancer = name;
    return this;
  }

  public Fault door(String url) {
    door = url;
    return this;
  }

  public Fault nth(int value) {
    nth = value;
    return this;
  }

  public Fault count(int value) {
    count = value;
    return this;
  }

  public Fault reply(int newStatus, String newCode, String newMessage) {
    status = newStatus;
    code = newCode;
    message = newMessage;
    return this;
  }

  public Fault reply(int newStatus, JsonNode newBody) {
    status = newStatus;
    body = newBody;
    return this;
  }

  public Fault header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public Fault latencyMillis(long value) {
    latencyMillis = value;
    return this;
  }

  public Fault cut(Cut value) {
    cut = value;
    return this;
  }

  public Fault stale() {
    stale = true;
    return this;
  }

  /** The operation takes a number of polls and ends with "Succeeded", "Failed" or "Canceled". */
  public Fault operation(int polls, String end) {
    operationPolls = polls;
    operationStatus = end;
    return this;
  }

  public Fault operationError(JsonNode error) {
    operationError = error;
    return this;
  }

  /** Runs right before the request is carried out, outside of the simulator's lock. */
  public Fault before(Runnable value) {
    hook = value;
    return this;
  }

  /** Requests that it has hit so far. */
  public int hits() {
    int hit = Math.max(0, seen - nth + 1);
    return count < 0 ? hit : Math.min(hit, count);
  }

  boolean fits(Request request) {
    String wanted = "/loadbalancers/" + Json.lower(loadBalancer);
    String path0 = Json.lower(request.path());
    return (method.isEmpty() || method.equalsIgnoreCase(request.method()))
        && Pattern.compile(path, Pattern.CASE_INSENSITIVE).matcher(request.path()).find()
        && (door.isEmpty() || door.equals(request.base()))
        && (loadBalancer.isEmpty() || path0.endsWith(wanted) || path0.contains(wanted + "/"));
  }
}
