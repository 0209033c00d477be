/**
 * A local Azure Resource Manager for load balancers: REST shapes after recordings of the public
 * cloud, etags in three modes, asynchronous operations that supersede each other, throttling,
 * faults on demand, a write log, and a judge of ways out to the internet that shares no code with
 * the product.
 *
 * <p>What a pool PUT means here: the writable part is replaced whole; additions count for the judge
 * when the operation ended, removals when the write was accepted. A write that is cancelled or
 * fails is undone ({@code undoUnfinished}). A DELETE takes effect at once; a resource that is still
 * Deleting is made with the control action {@code state}. Error codes for a pool that is too large,
 * an address that is no address and the wrong SKU are the simulator's own: no recording of them was
 * found.
 */
package io.poolkeeper.devstack.arm;
