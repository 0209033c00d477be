package io.poolkeeper.mapping;

/**
 * One thing that is wrong with a document.
 *
 * @param path JSON path of the place, for example {@code $.services['ns1/web'].loadBalancer}
 * @param message what was expected, what was found, what to do
 */
public record Violation(String path, String message) {}
