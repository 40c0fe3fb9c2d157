/**
 * The power and throughput tests. A test is a plan of steps and a journal of what has been done of
 * it; everything else, the figures and the reports, is computed from the journal.
 */
package io.argosy.tpcd.performance;
