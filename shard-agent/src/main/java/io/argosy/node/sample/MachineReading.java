package io.argosy.node.sample;

import java.util.Map;

/**
 * What the files of a machine said at one time.
 *
 * @param nanoseconds the time, by a clock that is never set
 * @param counters those that could be read
 * @param disks by their names
 */
record MachineReading(
    long nanoseconds, Map<Counter, Long> counters, Map<String, DiskCounters> disks) {}
