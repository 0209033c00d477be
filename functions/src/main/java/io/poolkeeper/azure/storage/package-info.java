/** Clients of Azure Storage, for the adapters of blobs and queues: one account each. */
package io.poolkeeper.azure.storage;
