/**
 * Where the time of queries goes on machines that are held to little, and what it would be on
 * others: each is told from what the query used on the first machines (Taufer, Stricker and Weber,
 * "Scalability and Resource Usage of an OLAP Benchmark on Clusters of PCs", table 1), and then
 * measured.
 */
package io.argosy.lab.explanation;
