/**
 * The data-stream model of Rauch and Stricker, "OS Support for a Commodity Database on PC Clusters"
 * (2005), section 6: on every kind of node each resource bears the streams that pass it, so that
 * the sum of stream by speed is at most what there is of it; the resource that is exhausted first
 * gives the highest throughput of an architecture.
 */
package io.argosy.lab.model;
