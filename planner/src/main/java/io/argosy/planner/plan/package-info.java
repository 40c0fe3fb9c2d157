/**
 * What the planner decides: plans as data, from the strategy to every shipped statement, or the
 * reason why there is none.
 */
package io.argosy.planner.plan;
