/** The formulas by which the TPC sums up measured times in one number. */
package io.argosy.tpcd.metric;
