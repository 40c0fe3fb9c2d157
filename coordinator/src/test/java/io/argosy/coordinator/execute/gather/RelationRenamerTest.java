package io.argosy.coordinator.execute.gather;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationRenamerTest {
  private final RelationRenamer renamer =
      new RelationRenamer(
          Map.of(
              new RelationRenamer.Name("public", "t"), "pg_temp.x",
              new RelationRenamer.Name("Odd", "Order Lines"), "pg_temp.y"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT t.a FROM public.t | SELECT t.a FROM pg_temp.x AS t",
        "SELECT o.a FROM public.t o | SELECT o.a FROM pg_temp.x o",
        "SELECT 1 FROM (public.t JOIN public.u ON (true)) |"
            + " SELECT 1 FROM (pg_temp.x AS t JOIN public.u ON (true))",
        "SELECT 1 FROM public.u, ONLY public.t WHERE true |"
            + " SELECT 1 FROM public.u, ONLY pg_temp.x AS t WHERE true",
        "SELECT 'FROM public.t' FROM public.t t2(a, b) |"
            + " SELECT 'FROM public.t' FROM pg_temp.x t2(a, b)",
        "SELECT public.t(1) | SELECT public.t(1)",
        "INSERT INTO public.t (a) VALUES (1) | INSERT INTO pg_temp.x AS t (a) VALUES (1)",
        "UPDATE public.t o SET a = 1 | UPDATE pg_temp.x o SET a = 1",
        "SELECT 1 FROM \"Odd\".\"Order Lines\" | SELECT 1 FROM pg_temp.y AS \"Order Lines\"",
        "SELECT public.t, COALESCE(public.t, 1) FROM public.u public(t) |"
            + " SELECT public.t, COALESCE(public.t, 1) FROM public.u public(t)",
        "SELECT EXTRACT(year FROM public.t) FROM public.t |"
            + " SELECT EXTRACT(year FROM public.t) FROM pg_temp.x AS t",
        "SELECT (a IS DISTINCT FROM public.t) FROM public.t a |"
            + " SELECT (a IS DISTINCT FROM public.t) FROM pg_temp.x a",
        "SELECT 1 FROM public.u JOIN public.t USING (t), public.t o WHERE (o.a, public.t) = (1, 2)"
            + " | SELECT 1 FROM public.u JOIN pg_temp.x AS t USING (t), pg_temp.x o WHERE (o.a,"
            + " public.t) = (1, 2)",
        "SELECT 1 FROM public.f(public.t) x(a), LATERAL ( SELECT 1 FROM public.t) y |"
            + " SELECT 1 FROM public.f(public.t) x(a), LATERAL ( SELECT 1 FROM pg_temp.x AS t) y",
        "SELECT 1 FROM ROWS FROM(public.f(1), public.t(public.t)) z, public.t |"
            + " SELECT 1 FROM ROWS FROM(public.f(1), public.t(public.t)) z, pg_temp.x AS t",
        "SELECT 1 FROM ((public.t JOIN public.u ON ((t.a = public.t))) LEFT JOIN public.t o ON"
            + " (true)) | SELECT 1 FROM ((pg_temp.x AS t JOIN public.u ON ((t.a = public.t))) LEFT"
            + " JOIN pg_temp.x o ON (true))",
        "( SELECT 1 FROM public.t UNION SELECT 2 FROM public.t) EXCEPT ( SELECT public.t FROM"
            + " public.u) | ( SELECT 1 FROM pg_temp.x AS t UNION SELECT 2 FROM pg_temp.x AS t)"
            + " EXCEPT ( SELECT public.t FROM public.u)",
        "WITH w AS ( SELECT 1 FROM public.t), v AS MATERIALIZED ( DELETE FROM public.t USING"
            + " public.t u) SELECT ARRAY[public.t, (SELECT a FROM public.t)] FROM w | WITH w AS ("
            + " SELECT 1 FROM pg_temp.x AS t), v AS MATERIALIZED ( DELETE FROM pg_temp.x AS t USING"
            + " pg_temp.x u) SELECT ARRAY[public.t, (SELECT a FROM pg_temp.x AS t)] FROM w",
        "MERGE INTO public.t USING ( SELECT 1 FROM public.t) s(a) ON (a = 1) WHEN MATCHED THEN"
            + " UPDATE SET a = public.t | MERGE INTO pg_temp.x AS t USING ( SELECT 1 FROM pg_temp.x"
            + " AS t) s(a) ON (a = 1) WHEN MATCHED THEN UPDATE SET a = public.t",
        "UPDATE public.t SET a = 1 FROM public.t set WHERE true |"
            + " UPDATE pg_temp.x AS t SET a = 1 FROM pg_temp.x set WHERE true",
        "SELECT CAST(NULL AS public.t), 1::public.t, (a).public.t FROM public.t ORDER BY public.t |"
            + " SELECT CAST(NULL AS public.t), 1::public.t, (a).public.t FROM pg_temp.x AS t ORDER"
            + " BY public.t",
        "SELECT 1 FROM public.t TABLESAMPLE system (1) |"
            + " SELECT 1 FROM pg_temp.x AS t TABLESAMPLE system (1)",
      })
  void onlyRelationsAreRenamed(String canonical, String renamed) {
    assertThat(renamer.rename(canonical)).isEqualTo(renamed);
  }

  @Test
  void onlyGivesWayBeforeACopyAndNowhereElse() {
    assertThat(
            RelationRenamer.withoutOnly(
                "UPDATE ONLY pg_temp.copy_1 AS t SET a = 'ONLY pg_temp.copy_1 x'::text"
                    + " FROM ONLY pg_temp.copy_10 WHERE (t.b = \"ONLY pg_temp.copy_1 \")",
                Set.of("pg_temp.copy_1")))
        .isEqualTo(
            "UPDATE pg_temp.copy_1 AS t SET a = 'ONLY pg_temp.copy_1 x'::text"
                + " FROM ONLY pg_temp.copy_10 WHERE (t.b = \"ONLY pg_temp.copy_1 \")");
  }
}
