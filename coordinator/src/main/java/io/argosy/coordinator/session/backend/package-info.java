/**
 * The backends of a session: leased from the nodes, given its settings, joined to its transaction,
 * and given back.
 */
package io.argosy.coordinator.session.backend;
