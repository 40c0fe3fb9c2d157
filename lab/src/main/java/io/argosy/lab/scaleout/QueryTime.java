package io.argosy.lab.scaleout;

import io.argosy.tpcd.query.Query;
import java.util.Optional;

/**
 * What a query took on a cluster, warm.
 *
 * @param seconds the median of its executions
 * @param coordinatorCpuSeconds processor time of the coordinator's machine for one execution
 * @param busiestNodeCpuSeconds that of the node that worked most
 * @param nodesCpuSeconds that of all nodes together
 * @param difference how the answer differs from that of the first cluster, or why there is none
 */
public record QueryTime(
    Query query,
    double seconds,
    double coordinatorCpuSeconds,
    double busiestNodeCpuSeconds,
    double nodesCpuSeconds,
    Optional<String> difference) {}
