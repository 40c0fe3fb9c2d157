/** Running plans: fragments on nodes, moves of rows, and the merge of what comes back. */
package io.argosy.coordinator.execute;
