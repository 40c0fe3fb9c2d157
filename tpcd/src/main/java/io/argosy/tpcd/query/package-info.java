/**
 * The benchmark's queries: their SQL, which is kept in resources of this package, one file each,
 * and the values that are substituted in it.
 */
package io.argosy.tpcd.query;
