/**
 * Statements that one node answers, because the union of the nodes' answers would not be the
 * answer: copies of the rows that it needs are moved there.
 */
package io.argosy.coordinator.execute.gather;
