/** What Azure's own reader says of an event's envelope. */
package io.poolkeeper.azure.eventgrid;
