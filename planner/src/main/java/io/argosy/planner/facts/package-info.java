/**
 * What the planner is told: relations and their placement, functions, the statement's facts, and
 * which operations may be shipped together. Nothing here decides anything.
 */
package io.argosy.planner.facts;
