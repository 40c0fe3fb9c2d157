/** Distribution columns of every type that can be one, beside the same table on one PostgreSQL. */
package io.argosy.tests.keys;
