/**
 * A local host for a staged Java function package: reads the {@code function.json} files that a
 * deployment would carry, loads the jar as the Azure Functions Java worker does, and serves queue,
 * timer, Event Grid and HTTP triggers against real storage.
 */
package io.poolkeeper.devstack.host;
