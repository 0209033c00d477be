/**
 * Codecs of the documents that live in storage: ledger, queue message, gate, poison record. Pure.
 */
package io.poolkeeper.state;
