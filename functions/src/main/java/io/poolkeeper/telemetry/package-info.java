/** The one line per run, as JSON. */
package io.poolkeeper.telemetry;
