/**
 * Strategy STAGED: which rows are moved, and where to, so that a query that is not local becomes
 * local. Assignments are tried on the tree itself, in each of its forms, and the locality proof
 * decides whether one is right; the cheapest one that it accepts is taken.
 */
package io.argosy.planner.search;
