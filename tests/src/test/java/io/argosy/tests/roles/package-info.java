/** What roles may do and see through Argosy, which is what they may through one PostgreSQL. */
package io.argosy.tests.roles;
