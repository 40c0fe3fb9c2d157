/** Encryption and certificates on the links between processes, and what those links carry. */
package io.argosy.tests.links;
