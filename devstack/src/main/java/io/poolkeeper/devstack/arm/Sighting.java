package io.poolkeeper.devstack.arm;

/**
 * An ARM request on its way in.
 *
 * @param door the URL through which it came, as {@link ArmSimulator#url} or {@link
 *     ArmSimulator#door} gave it
 * @param method upper-case
 * @param path as it was asked
 * @param clientRequestId the header {@code x-ms-client-request-id}; empty when absent
 */
public record Sighting(String door, String method, String path, String clientRequestId) {}
