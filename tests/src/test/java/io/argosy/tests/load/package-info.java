/** What many short statements cost, in processor time, beside what they cost one PostgreSQL. */
package io.argosy.tests.load;
