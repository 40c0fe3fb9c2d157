/**
 * SQL text to syntax tree and back: PostgreSQL's lexing, the bridge over what Calcite's parser does
 * not read as PostgreSQL does, and a writer whose text PostgreSQL reads as it read the original.
 */
package io.argosy.sql.parse;
