/**
 * What a statement is: the facts that PostgreSQL tells of it, the plan that is made of these, and
 * the plans that are kept.
 */
package io.argosy.coordinator.analysis;
