/**
 * What moves where: the choices for the rows of a table or subquery, the stages that carry them
 * out, and what these are expected to cost. Nothing here compares one plan with another.
 */
package io.argosy.planner.movement;
