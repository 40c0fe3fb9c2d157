/**
 * A join that looks the rows of a table up in an index, where reading the whole table would cost
 * more.
 */
package io.argosy.planner.forms.lookup;
