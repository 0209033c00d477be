/** The queue of requests, and the look at it. */
package io.poolkeeper.azure.queue;
