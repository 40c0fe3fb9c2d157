package io.argosy.planner.proof;

/**
 * A SELECT's rows before grouping.
 *
 * @param classes the equalities that hold in all of them
 */
public record Block(Distribution distribution, EqualityClasses classes) {}
