/**
 * What coordinators and agents tell those who watch over them, by HTTP: metrics for Prometheus,
 * whether the process lives, and whether it can serve.
 */
package io.argosy.server.metrics;
