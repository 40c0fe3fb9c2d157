package io.argosy.sql.parse;

import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The name of a table in FROM, bound by that name and written as a template. */
public final class TemplateName extends SqlIdentifier {
  private final transient SqlTemplate template;

  /**
   * @param names the name under which it is bound
   */
  public TemplateName(List<String> names, SqlTemplate template) {
    super(names, SqlParserPos.ZERO.withQuoting(true));
    this.template = template;
  }

  @Override
  public TemplateName clone(SqlParserPos position) {
    return new TemplateName(names, template);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    TemplateWriter.print(writer, template);
  }
}
