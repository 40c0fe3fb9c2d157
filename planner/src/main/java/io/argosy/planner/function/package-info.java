/** Which functions mean on a node what they mean for the whole statement. */
package io.argosy.planner.function;
