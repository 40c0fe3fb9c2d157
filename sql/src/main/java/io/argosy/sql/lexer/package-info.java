/** SQL text as PostgreSQL's lexer cuts it: tokens, statements, and the relations they name. */
package io.argosy.sql.lexer;
