package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Compares types that the files have made by their names, since their object ids are others on each
 * server. What is not committed has no name for others; two of that are taken for equal. Not
 * thread-safe.
 */
final class TypeNames implements BiPredicate<Column, Column> {
  private static final long FIRST_OF_USERS = 16384;

  private final Session reference;
  private final Session subject;
  private final Map<Long, String> referenceNames = new HashMap<>();
  private final Map<Long, String> subjectNames = new HashMap<>();

  /** Asks over sessions of its own. */
  TypeNames(Session reference, Session subject) {
    this.reference = reference;
    this.subject = subject;
  }

  @Override
  public boolean test(Column expected, Column actual) {
    if (expected.type() < FIRST_OF_USERS || actual.type() < FIRST_OF_USERS) {
      return false;
    }
    String left = name(reference, referenceNames, expected.type());
    String right = name(subject, subjectNames, actual.type());
    return left.isEmpty() || right.isEmpty() || left.equals(right);
  }

  private static String name(Session session, Map<Long, String> names, long type) {
    return names.computeIfAbsent(
        type,
        id -> {
          Answer answer = session.query("SELECT typname FROM pg_catalog.pg_type WHERE oid = " + id);
          List<List<String>> rows =
              answer.results().isEmpty() ? List.of() : answer.results().getFirst().rows();
          return rows.isEmpty() ? "" : rows.getFirst().getFirst();
        });
  }
}
