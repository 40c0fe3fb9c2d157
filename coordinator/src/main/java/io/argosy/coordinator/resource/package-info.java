/**
 * What a statement's requests to nodes have used there, put together: which statement, on which
 * node, for which step, when, how much of which resource, and where its time went (Taufer,
 * Stricker, Weber: the distribution and application layers of an inverted middleware).
 */
package io.argosy.coordinator.resource;
