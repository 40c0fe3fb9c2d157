/**
 * The end of a transaction over several nodes: on all of them or on none, whatever dies meanwhile.
 */
package io.argosy.coordinator.transaction;
