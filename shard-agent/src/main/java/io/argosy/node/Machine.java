package io.argosy.node;

import java.util.OptionalDouble;

/**
 * What the machine of a server can do, as far as its planner wants to know.
 *
 * @param memoryBytes the memory that the server and the cache of its files can have
 * @param randomPageReads how many times longer a page takes that is read from the disk by itself
 *     than one that is read with its neighbours; empty where that could not be measured
 */
public record Machine(long memoryBytes, OptionalDouble randomPageReads) {}
