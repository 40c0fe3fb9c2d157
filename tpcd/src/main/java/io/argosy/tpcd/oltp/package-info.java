/**
 * A load of short statements on the tables of pgbench, from many clients at a time, on several
 * servers in turn.
 */
package io.argosy.tpcd.oltp;
