/**
 * One result, one snapshot: what keeps the snapshots that a read takes on several nodes and the
 * commits of a transaction on several nodes from coming in between each other.
 */
package io.argosy.coordinator.transaction.barrier;
