/** A cluster that grows and shrinks under load: what clients notice of it, and what it is worth. */
package io.argosy.lab.growth;
