/** The eight tables, and where a cluster is asked to place them. */
package io.argosy.tpcd.schema;
