/**
 * How much faster Argosy becomes with more nodes: the same queries on clusters of several sizes,
 * warm, on machines that have a share of a processor each.
 */
package io.argosy.lab.scaleout;
