package io.argosy.tpcd.run;

/**
 * What one answer has cost, in the median of the rounds.
 *
 * @param size how long the answer is at most
 * @param limit the inline limit
 * @param nodeBytes how long it is, as PostgreSQL's messages
 * @param networkBytes what crossed the network for it
 * @param seconds from sending the query to having its last row
 * @param cpuSeconds processor time of this process meanwhile
 */
public record Transfer(
    Size size, Size limit, long nodeBytes, long networkBytes, double seconds, double cpuSeconds) {}
