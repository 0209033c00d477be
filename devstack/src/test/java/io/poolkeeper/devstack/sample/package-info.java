/** The sample app that the host's tests stage and run; it knows nothing of the host. */
package io.poolkeeper.devstack.sample;
