/** Plans INSERT, UPDATE, DELETE and MERGE: on which nodes the statement runs as it is. */
package io.argosy.planner.modify;
