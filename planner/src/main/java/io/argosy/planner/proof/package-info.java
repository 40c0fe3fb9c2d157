/**
 * Second step of planning: where the rows of every reference and every block live, proven from the
 * columns that are equal. Each clause of the proof is a class of its own.
 */
package io.argosy.planner.proof;
