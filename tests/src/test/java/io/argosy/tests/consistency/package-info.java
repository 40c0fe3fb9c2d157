/** Reads over several nodes beside transactions over several nodes: each sees one state of all. */
package io.argosy.tests.consistency;
