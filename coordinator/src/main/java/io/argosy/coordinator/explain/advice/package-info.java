/** What would make a statement faster, with what speaks for it and what it may gain. */
package io.argosy.coordinator.explain.advice;
