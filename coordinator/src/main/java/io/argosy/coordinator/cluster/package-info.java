/**
 * The nodes, which of them owns which slot of the distribution keys' hash, how several of them are
 * asked at the same time, and how names and values are written for them.
 */
package io.argosy.coordinator.cluster;
