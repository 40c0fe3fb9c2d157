/**
 * The SQL that plans ship: text with gaps that are filled where and when it runs. What fills them
 * is never looked for in a text.
 */
package io.argosy.sql.template;
