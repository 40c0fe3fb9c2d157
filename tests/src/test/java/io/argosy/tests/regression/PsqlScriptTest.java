package io.argosy.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.regression.ScriptItem.Command;
import io.argosy.tests.regression.ScriptItem.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PsqlScriptTest {

  @Test
  void endsStatementsAsPsqlDoes() {
    assertThat(
            texts(
                """
                -- A remark; with a semicolon.
                select ';', E'\\';', ";", $x$ ; $x$ /* ; /* ; */ ; */;
                create rule r as on insert to t do (select 1; select 2);
                create function f() returns int begin atomic select case when true then 1 end; end;
                select 1\\; select 2;
                select 3
                """))
        .containsExactly(
            "select ';', E'\\';', \";\", $x$ ; $x$ /* ; /* ; */ ; */",
            "create rule r as on insert to t do (select 1; select 2)",
            "create function f() returns int begin atomic select case when true then 1 end; end",
            "select 1; select 2",
            "select 3");
  }

  @Test
  void putsValuesIntoStatementsButNotIntoStrings() {
    Statement statement =
        (Statement) items("select :x, :'x', :\"x\", ':x', a::x, :unknown;").getFirst();

    assertThat(statement.text(Map.of("x", "it's")))
        .isEqualTo("select it's, 'it''s', \"it's\", ':x', a::x, :unknown");
  }

  @Test
  void tellsCommandsFromStatements() {
    List<ScriptItem> items = items("\\set a 'b c'\nselect 1 as x \\gset my_\nselect 2;\n");

    assertThat(items.get(0)).isEqualTo(new Command(1, "set", "a 'b c'"));
    Statement kept = (Statement) items.get(1);
    assertThat(kept.text(Map.of())).isEqualTo("select 1 as x");
    assertThat(kept.end()).isEqualTo("gset");
    assertThat(kept.argument()).isEqualTo("my_");
    assertThat(items.get(2).line()).isEqualTo(3);
  }

  @Test
  void readsDataWhereTheServerAsksForIt() {
    PsqlScript script = new PsqlScript("copy t from stdin;\n1\\t2\n\\.\nselect 1;\n");

    script.next();
    assertThat(script.data()).isEqualTo("1\\t2\n");
    assertThat(script.next()).map(ScriptItem::line).contains(4);
  }

  @Test
  void readsBackslashesInStringsAsTheSessionDoes() {
    PsqlScript script = new PsqlScript("select 'a\\'; b'; select 2;");
    script.setEscapesInStrings(true);

    assertThat(script.next().map(item -> ((Statement) item).text(Map.of())))
        .contains("select 'a\\'; b'");
  }

  private static List<String> texts(String text) {
    return items(text).stream().map(item -> ((Statement) item).text(Map.of())).toList();
  }

  private static List<ScriptItem> items(String text) {
    PsqlScript script = new PsqlScript(text);
    List<ScriptItem> items = new ArrayList<>();
    for (Optional<ScriptItem> item = script.next(); item.isPresent(); item = script.next()) {
      items.add(item.get());
    }
    return items;
  }
}
