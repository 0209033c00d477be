/**
 * What the Bicep compiler accepts in silence, asserted on the resources that the templates give.
 */
package io.poolkeeper.cli.infra;
