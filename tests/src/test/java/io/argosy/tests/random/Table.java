package io.argosy.tests.random;

import java.util.List;

/**
 * A table of the fixture.
 *
 * @param columns written by their names
 * @param key the columns of its primary key, empty if it has none
 */
record Table(String name, List<Column> columns, List<Column> key, long rows) {}
