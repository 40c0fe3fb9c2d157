/**
 * Other ways to write a query that have the same result: each form gives a rewrite, or the reason
 * why there is none. Whether a rewrite is better, a form does not know.
 */
package io.argosy.planner.forms;
