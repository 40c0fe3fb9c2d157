/**
 * The last resort for statements that change rows, as GATHER is for reads: the statement runs once,
 * over copies of its targets on the home node, and the difference that it makes is carried to the
 * nodes.
 */
package io.argosy.coordinator.write.change;
