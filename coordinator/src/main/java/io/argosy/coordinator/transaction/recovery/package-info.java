/** What a coordinator that died has left, and what other coordinators are about to commit. */
package io.argosy.coordinator.transaction.recovery;
