/** One message, one run: the only place that knows the order of steps. Free of Azure types. */
package io.poolkeeper.reconcile;
