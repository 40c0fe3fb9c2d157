/** What the planner is told: relations and their placement, functions, the statement's facts. */
package io.argosy.planner.catalog;
