package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.Binding;

/** A run of a statement, as it is planned, with its values. */
public record PlannedRun(PlannedStatement planned, Binding binding) {}
