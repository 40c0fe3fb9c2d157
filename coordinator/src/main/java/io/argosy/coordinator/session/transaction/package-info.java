/**
 * The transaction of a session as the session remembers it: what a node that joins late must be
 * told, and what comes back when it is rolled back.
 */
package io.argosy.coordinator.session.transaction;
