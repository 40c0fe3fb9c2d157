/**
 * Which rows of a query's tables can matter at all, told from the conditions around them, and the
 * queries that read these rows.
 */
package io.argosy.planner.movement.rows;
