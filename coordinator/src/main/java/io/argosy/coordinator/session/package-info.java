/**
 * A client's session: takes its statements one by one, gives each kind to what answers it, and ends
 * its transaction.
 */
package io.argosy.coordinator.session;
