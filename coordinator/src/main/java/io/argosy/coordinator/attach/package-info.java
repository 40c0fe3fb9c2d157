/**
 * Takes over tables that the nodes have had before: sees that all nodes define them in the same way
 * and that every row is where Argosy looks for it.
 */
package io.argosy.coordinator.attach;
