package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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
        "SELECT 1 FROM public.t TABLESAMPLE system (1) |"
            + " SELECT 1 FROM pg_temp.x AS t TABLESAMPLE system (1)",
      })
  void onlyRelationsAreRenamed(String canonical, String renamed) {
    assertThat(renamer.rename(canonical)).isEqualTo(renamed);
  }
}
