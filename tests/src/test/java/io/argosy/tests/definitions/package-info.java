/**
 * DDL on tables of every placement: as on one PostgreSQL, or refused, and the same on all nodes.
 */
package io.argosy.tests.definitions;
