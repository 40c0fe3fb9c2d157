/**
 * First step of planning: a statement's tree and the catalog to a tree of query blocks, in which
 * every name is the column of a source.
 */
package io.argosy.planner.bind;
