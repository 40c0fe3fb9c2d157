/** The commands of the experiments, and what puts them beside those of the benchmark. */
package io.argosy.lab.cli;
