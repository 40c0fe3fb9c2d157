/**
 * What an answer costs by its size and by the inline limit of the agent protocol, measured and
 * reported: the sweep of the inline cut-off in Fineberg and Wilson, "Performance Measurements of a
 * User-Space DAFS Server with a Database Workload" (2003), sections 5.2 and 6.1.
 */
package io.argosy.tpcd.transfer;
