/**
 * Two-phase commit: what is prepared on the nodes, the record that decides, and the answers that
 * never came.
 */
package io.argosy.coordinator.transaction.commit;
