/**
 * DDL: on all nodes in one transaction, with what it puts into rows that are there the same as on
 * one PostgreSQL.
 */
package io.argosy.coordinator.statement.definition;
