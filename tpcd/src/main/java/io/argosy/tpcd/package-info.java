/**
 * The TPC-D benchmark as a client: it talks JDBC to any server that speaks PostgreSQL's protocol
 * and knows nothing of how that server answers. Table and column definitions, data and queries
 * follow the TPC-D and TPC-H specifications.
 */
package io.argosy.tpcd;
