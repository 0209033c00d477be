package io.poolkeeper.devstack.arm;

/**
 * How etags of a resource and of its children hang together, and whether If-Match on a child
 * counts.
 */
public enum EtagMode {
  /**
   * Children carry the etag of their resource; every write changes all of them. What Azure shows.
   */
  SHARED,
  /**
   * Every child has an etag of its own; a write to a child changes that child's and its resource's.
   */
  OWN,
  /** Etags as in SHARED, but If-Match on a child is ignored. */
  IGNORED
}
