/** What is shown: questions in SQL, asked as the role that has logged in. */
package io.argosy.console.view;
