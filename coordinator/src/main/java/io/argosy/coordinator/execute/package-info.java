/** Running plans: from a plan to the fragments, stages and merge that answer it. */
package io.argosy.coordinator.execute;
