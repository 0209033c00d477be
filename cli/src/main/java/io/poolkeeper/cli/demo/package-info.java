/** The demo: the staged app on a local Azure, told as a story that checks itself. */
package io.poolkeeper.cli.demo;
