/** What the tests of this module share. */
package io.argosy.agent.testing;
