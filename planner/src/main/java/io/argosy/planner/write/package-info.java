/**
 * Last step of planning: the statement that each node runs and how its rows become the answer. What
 * is written is the user's own tree with the fewest changes.
 */
package io.argosy.planner.write;
