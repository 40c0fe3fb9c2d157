/**
 * The order of PostgreSQL's values, for the types whose order Java can keep exactly: what ORDER BY
 * says of two values in binary format, without asking PostgreSQL.
 */
package io.argosy.coordinator.analysis.order;
