/** Ledgers with their leases, documents, gates and poison records in blobs. */
package io.poolkeeper.azure.blob;
