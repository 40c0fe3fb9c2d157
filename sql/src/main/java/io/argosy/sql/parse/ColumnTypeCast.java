package io.argosy.sql.parse;

import io.argosy.sql.template.SqlTemplate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/** A cast to the type of a column of a table that the plan makes. */
public final class ColumnTypeCast extends SqlSpecialOperator {
  private final SqlTemplate.Part.Type type;

  /** To this type. */
  public ColumnTypeCast(SqlTemplate.Part.Type type) {
    super("CAST", SqlKind.OTHER, 100);
    this.type = type;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    writer.print("CAST(");
    PostgresDialect.enclosed(writer, call.operand(0));
    writer.setNeedWhitespace(false);
    TemplateWriter.print(writer, SqlTemplate.of(type).within(" AS ", ")"));
  }
}
