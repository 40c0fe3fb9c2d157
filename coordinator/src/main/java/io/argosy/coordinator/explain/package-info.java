/** EXPLAIN: the strategy, why it is not a better one, what is shipped, and what it cost. */
package io.argosy.coordinator.explain;
