/**
 * A client's session: its settings, its transaction over the nodes, its prepared statements, and
 * which part of the coordinator answers which kind of statement.
 */
package io.argosy.coordinator.session;
