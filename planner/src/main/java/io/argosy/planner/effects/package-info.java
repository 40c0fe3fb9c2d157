/**
 * What a statement sets off: everything that PostgreSQL runs because of it besides what it says.
 * Each kind has a record and a rule that says where it may run.
 */
package io.argosy.planner.effects;
