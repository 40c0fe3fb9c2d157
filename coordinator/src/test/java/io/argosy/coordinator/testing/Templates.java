package io.argosy.coordinator.testing;

import io.argosy.sql.template.SqlTemplate;
import io.argosy.sql.template.SqlTemplate.Part;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes templates of texts in which a test writes the gaps as they are shown. */
public final class Templates {
  private static final Pattern GAP =
      Pattern.compile(
          "pg_temp\\.(?<table>\\w+)(?<alias>(?= AS | [a-z]))?"
              + "|@share\\((?<share>\\d+)\\)@"
              + "|@type\\((?<of>\\w+)\\.(?<column>\\w+)\\)@");

  private Templates() {}

  /** The template of a text. */
  public static SqlTemplate of(String text) {
    SqlTemplate template = SqlTemplate.of("");
    Matcher gap = GAP.matcher(text);
    int from = 0;
    while (gap.find()) {
      template = template.plus(text.substring(from, gap.start())).plus(SqlTemplate.of(part(gap)));
      from = gap.end();
    }
    return template.plus(text.substring(from));
  }

  private static Part part(Matcher gap) {
    if (gap.group("table") != null) {
      return new Part.Table(gap.group("table"), gap.group("alias") != null);
    }
    return gap.group("share") == null
        ? new Part.Type(gap.group("of"), gap.group("column"))
        : new Part.Share(Integer.parseInt(gap.group("share")));
  }
}
