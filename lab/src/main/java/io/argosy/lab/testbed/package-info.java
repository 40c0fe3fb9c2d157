/**
 * Machines that one machine pretends to be: each a network namespace with a throttled link, and a
 * control group that its processes share, with a fixed part of a processor and a fixed rate of disk
 * reads. PostgreSQL servers and whole Argosy clusters run on them.
 */
package io.argosy.lab.testbed;
