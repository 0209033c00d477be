/** The functions: parse what the host gives, make one call. */
package io.poolkeeper.trigger;
