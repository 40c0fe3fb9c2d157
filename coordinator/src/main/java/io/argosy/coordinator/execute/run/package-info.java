/**
 * A statement while it runs: what it is bound to, the backends that it has, and its parts on one
 * node or on several at the same time.
 */
package io.argosy.coordinator.execute.run;
