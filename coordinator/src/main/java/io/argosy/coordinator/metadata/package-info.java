/**
 * Argosy's metadata on the nodes: placements, the rules that they keep, and the versions of the
 * nodes' catalogs.
 */
package io.argosy.coordinator.metadata;
