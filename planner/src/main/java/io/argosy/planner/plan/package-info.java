/**
 * What the planner decides: plans as data, from the strategy to every shipped statement, or the
 * reason why there is none, and what the search for one has tried.
 */
package io.argosy.planner.plan;
