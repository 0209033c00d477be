/** A local Azure with the staged app on it, and who plays publisher, operator and deployer. */
package io.poolkeeper.cli.local;
