package io.poolkeeper.app;

import java.net.URI;
import java.nio.file.Path;

/**
 * An ARM of local development instead of Azure's.
 *
 * @param endpoint https, on a loopback host
 * @param certificateAuthority PEM file with the only certificates that are trusted for it; it was
 *     there and could be read when the settings were
 */
public record LocalArm(URI endpoint, Path certificateAuthority) {}
