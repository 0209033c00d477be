/** Chaos: real function-host processes killed and stopped at random, and the reckoning after it. */
package io.poolkeeper.cli.chaos;
