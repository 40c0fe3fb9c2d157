/**
 * Statements that place tables. Tables that the nodes have had before are taken over if all nodes
 * define them in the same way and every row is where Argosy looks for it.
 */
package io.argosy.coordinator.statement.placement;
