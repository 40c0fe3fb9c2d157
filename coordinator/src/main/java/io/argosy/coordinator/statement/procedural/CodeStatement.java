package io.argosy.coordinator.statement.procedural;

import java.util.List;
import java.util.Optional;

/** A statement of a block. Lines are those of the block, from 1. */
sealed interface CodeStatement {
  /** BEGIN .. END with what stands before and in it. */
  record Block(
      Optional<String> label,
      List<Declaration> declarations,
      List<CodeStatement> body,
      List<Handler> handlers)
      implements CodeStatement {}

  /**
   * A variable.
   *
   * @param type as it is written
   * @param initial empty for NULL
   */
  record Declaration(
      String name,
      boolean constant,
      EmbeddedSql type,
      boolean notNull,
      Optional<EmbeddedSql> initial) {}

  /**
   * WHEN .. THEN behind EXCEPTION.
   *
   * @param conditions as they are written, with OR between them
   */
  record Handler(String conditions, List<CodeStatement> body) {}

  /**
   * Where the columns of a row go: to one record or row, or to variables in their order.
   *
   * @param names each with the name of a field behind it if it has one
   */
  record Target(List<String> names) {}

  /**
   * A statement of SQL.
   *
   * @param performed whether nobody wants its rows
   */
  record Sql(EmbeddedSql sql, Optional<Target> into, boolean strict, boolean performed)
      implements CodeStatement {}

  /** EXECUTE. */
  record Dynamic(EmbeddedSql text, Optional<Target> into, boolean strict, List<EmbeddedSql> using)
      implements CodeStatement {}

  record Assignment(String name, EmbeddedSql value) implements CodeStatement {}

  record If(List<Branch> branches, List<CodeStatement> otherwise) implements CodeStatement {}

  record Branch(EmbeddedSql condition, List<CodeStatement> body) {}

  /**
   * CASE.
   *
   * @param operand what is compared with the values; without it these are conditions
   * @param otherwise empty if there is no ELSE
   */
  record Case(
      Optional<EmbeddedSql> operand, List<Choice> choices, Optional<List<CodeStatement>> otherwise)
      implements CodeStatement {}

  /**
   * WHEN .. THEN in it.
   *
   * @param values as they are written, with commas between them
   */
  record Choice(EmbeddedSql values, List<CodeStatement> body) {}

  /**
   * LOOP and WHILE.
   *
   * @param condition empty for LOOP
   */
  record Loop(Optional<String> label, Optional<EmbeddedSql> condition, List<CodeStatement> body)
      implements CodeStatement {}

  /** FOR over numbers. */
  record NumberLoop(
      Optional<String> label,
      String variable,
      boolean reverse,
      EmbeddedSql from,
      EmbeddedSql to,
      Optional<EmbeddedSql> by,
      List<CodeStatement> body)
      implements CodeStatement {}

  /** FOR over the rows of a query, which is given or made as text. */
  record RowLoop(
      Optional<String> label, Target target, CodeStatement query, List<CodeStatement> body)
      implements CodeStatement {}

  /** FOREACH. */
  record ElementLoop(
      Optional<String> label, String variable, EmbeddedSql array, List<CodeStatement> body)
      implements CodeStatement {}

  /** EXIT and CONTINUE. */
  record Jump(boolean exits, Optional<String> label, Optional<EmbeddedSql> condition)
      implements CodeStatement {}

  /**
   * RETURN.
   *
   * @param value of a function; empty for one that returns nothing, a set, or parameters
   */
  record Return(Optional<EmbeddedSql> value) implements CodeStatement {}

  /**
   * RETURN NEXT.
   *
   * @param value empty for the parameters that the function returns
   */
  record ReturnNext(Optional<EmbeddedSql> value) implements CodeStatement {}

  /**
   * RETURN QUERY, or the last statement of a function in SQL.
   *
   * @param query which is given or made as text
   */
  record ReturnQuery(CodeStatement query) implements CodeStatement {}

  record Nothing() implements CodeStatement {}

  /** COMMIT and ROLLBACK. */
  record End(boolean commits) implements CodeStatement {}

  /**
   * RAISE.
   *
   * @param head the level, and the format or the condition, as they are written; empty to raise
   *     again what is handled
   */
  record Raise(String head, List<EmbeddedSql> values, List<Option> options, int line)
      implements CodeStatement {}

  record Option(String name, EmbeddedSql value) {}

  /**
   * GET DIAGNOSTICS.
   *
   * @param items in lower case, each for the variable of the same place
   */
  record Diagnostics(boolean stacked, List<String> variables, List<String> items)
      implements CodeStatement {}
}
