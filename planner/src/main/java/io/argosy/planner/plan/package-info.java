/** What the planner decides: plans as data, from the strategy to every shipped statement. */
package io.argosy.planner.plan;
