/** Rows on their way from where they are computed to a table where they are needed. */
package io.argosy.coordinator.execute.move;
