/**
 * Ways to make a database parallel, each on the same throttled machines: one PostgreSQL whose
 * storage is spread over the nodes, in which nothing but the storage differs, and Argosy, which
 * ships the queries to them. The architectures are those of Rauch and Stricker, "OS Support for a
 * Commodity Database on PC Clusters" (2005).
 */
package io.argosy.lab.architecture;
