/**
 * The nodes, which of them owns which slot of the distribution keys' hash, and how several of them
 * are asked at the same time.
 */
package io.argosy.coordinator.cluster;
