/** What it is worth to ship several operations as one statement, measured and reported. */
package io.argosy.tpcd.bundling;
