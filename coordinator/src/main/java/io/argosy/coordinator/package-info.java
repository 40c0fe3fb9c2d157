/** The coordinator: one PostgreSQL endpoint over many nodes. */
package io.argosy.coordinator;
