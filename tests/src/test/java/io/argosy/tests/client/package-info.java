/**
 * Stock clients, PostgreSQL JDBC, psql and the drivers of other languages, against a database
 * behind a URL: what they need of a server beyond the answers to statements. The expectations are
 * PostgreSQL's, and each suite runs against a plain PostgreSQL too.
 */
package io.argosy.tests.client;
