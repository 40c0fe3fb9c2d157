/** The nodes, and which of them owns which slot of the distribution keys' hash. */
package io.argosy.coordinator.cluster;
