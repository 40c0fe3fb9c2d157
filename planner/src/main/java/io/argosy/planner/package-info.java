/**
 * The planner: a pure function from a statement and what PostgreSQL says about it to a plan. No
 * input or output, no threads, no state.
 */
package io.argosy.planner;
