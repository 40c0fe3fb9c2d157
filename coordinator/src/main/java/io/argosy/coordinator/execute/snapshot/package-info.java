/** In which backends a statement reads, and which state of the nodes it sees there. */
package io.argosy.coordinator.execute.snapshot;
