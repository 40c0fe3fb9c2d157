/**
 * Changes of rows where the rows are, on one node, on several, or on all copies of a replicated
 * table.
 */
package io.argosy.coordinator.execute.modify;
