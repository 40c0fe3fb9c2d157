/**
 * Statements that one node can answer, told from the facts alone, also when they are not parsed.
 */
package io.argosy.planner.route;
