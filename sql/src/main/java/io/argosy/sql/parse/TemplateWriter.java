package io.argosy.sql.parse;

import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.SqlWriterConfig;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;

/** Writes a tree as a template: nodes of the tree may be such gaps or have them. */
public final class TemplateWriter extends SqlPrettyWriter {
  /** Around the number of a template. No text that PostgreSQL takes or gives has this character. */
  private static final char MARK = '\0';

  private final List<SqlTemplate> written = new ArrayList<>();

  TemplateWriter(SqlWriterConfig config) {
    super(config);
  }

  /** Writes a template where a node of a tree stands. */
  public static void print(SqlWriter writer, SqlTemplate template) {
    if (writer instanceof TemplateWriter templates) {
      templates.written.add(template);
      writer.print(MARK + Integer.toString(templates.written.size() - 1) + MARK);
    } else {
      // Calcite writes parts of trees in messages of its own.
      writer.print(template.toString());
    }
    writer.setNeedWhitespace(true);
  }

  @Override
  public void dynamicParam(int index) {
    print("$" + (index + 1));
    setNeedWhitespace(true);
  }

  SqlTemplate template(SqlNode node) {
    String text = format(node);
    SqlTemplate template = SqlTemplate.of("");
    int from = 0;
    for (int mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, from)) {
      int end = text.indexOf(MARK, mark + 1);
      int number = Integer.parseInt(text.substring(mark + 1, end));
      template = template.plus(text.substring(from, mark)).plus(written.get(number));
      from = end + 1;
    }
    return template.plus(text.substring(from));
  }
}
