package io.argosy.coordinator.analysis;

/**
 * What a statement does besides giving and changing rows, as far as is known: it may say so once
 * too often.
 *
 * @param mayWrite whether it calls a user's function that is VOLATILE
 * @param setsSettings whether it calls set_config itself
 * @param runsAnything whether it runs code of users of which nothing is known, itself or by what it
 *     sets off: that may make objects
 * @param takesNumbers whether it takes numbers from sequences
 * @param callsUsers whether code of users runs, by the statement itself or by what it sets off
 * @param callsWriters whether code of users runs, itself or by what it sets off, that may change
 *     something
 * @param setsOffRules whether rules of its targets, or of what it sets off, apply to it
 */
public record SideEffects(
    boolean mayWrite,
    boolean setsSettings,
    boolean runsAnything,
    boolean takesNumbers,
    boolean callsUsers,
    boolean callsWriters,
    boolean setsOffRules) {}
