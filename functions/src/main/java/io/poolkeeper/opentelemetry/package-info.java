/** Numbers of the lines as OpenTelemetry metrics. */
package io.poolkeeper.opentelemetry;
