package io.argosy.coordinator.execute.run;

/**
 * A query of one node whose rows are a part of an answer.
 *
 * @param node the node's position
 */
public record Part(int node, String sql) {}
