/** The commands {@code tpcd load}, {@code tpcd run} and {@code demo}, and what they print. */
package io.argosy.tpcd.cli;
