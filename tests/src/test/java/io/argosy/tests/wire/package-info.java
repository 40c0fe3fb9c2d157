/**
 * Protocol scripts: text files that say what a client sends and what a PostgreSQL answers. The same
 * script runs against a plain PostgreSQL and against whatever should answer as one.
 */
package io.argosy.tests.wire;
