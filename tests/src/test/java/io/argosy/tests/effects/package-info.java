/**
 * What PostgreSQL runs because of a statement (triggers, rules, policies, checks, defaults, foreign
 * keys' actions ..), in every combination with kinds of statements and placements of tables.
 */
package io.argosy.tests.effects;
