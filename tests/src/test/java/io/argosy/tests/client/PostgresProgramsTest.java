package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * pg_dump and psql show of Argosy with three nodes what they show of one PostgreSQL, and what is
 * dumped can be restored there. Skipped where those of the servers' version cannot be installed.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PostgresProgramsTest {
  private static final String WITHOUT_METADATA = "--exclude-schema=argosy*";
  private static final String SNAPSHOT_REFUSED =
      "SET TRANSACTION SNAPSHOT over several nodes is not supported";

  /** Beside the tables of {@link Shop}. */
  private static final List<String> OBJECTS =
      List.of(
          "CREATE TYPE shop.mood AS ENUM ('sad', 'ok')",
          "CREATE DOMAIN shop.positive AS int CHECK (VALUE > 0)",
          "CREATE TABLE shop.plain (id serial PRIMARY KEY, mood shop.mood, size shop.positive"
              + " DEFAULT 3, twice int GENERATED ALWAYS AS (size * 2) STORED, note text)",
          "CREATE TABLE shop.log (at date NOT NULL, note text) PARTITION BY RANGE (at)",
          "CREATE TABLE shop.log_2024 PARTITION OF shop.log FOR VALUES FROM ('2024-01-01') TO"
              + " ('2025-01-01')",
          "CREATE SEQUENCE shop.numbers START 5 INCREMENT 3 CACHE 2",
          "CREATE INDEX by_price ON shop.goods (price DESC) WHERE flag",
          "CREATE STATISTICS shop.together (ndistinct) ON kind, flag FROM shop.goods",
          "CREATE FUNCTION shop.add(a int, b int DEFAULT 2) RETURNS int LANGUAGE sql IMMUTABLE"
              + " RETURN a + b",
          "CREATE FUNCTION shop.upper_note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.note :="
              + " upper(NEW.note); RETURN NEW; END'",
          "CREATE TRIGGER upper_note BEFORE INSERT ON shop.plain FOR EACH ROW EXECUTE FUNCTION"
              + " shop.upper_note()",
          "CREATE PROCEDURE shop.nothing() LANGUAGE sql AS 'SELECT 1'",
          "CREATE AGGREGATE shop.total(int) (sfunc = int4pl, stype = int, initcond = '0')",
          "CREATE MATERIALIZED VIEW shop.labels AS SELECT label FROM shop.kinds",
          "COMMENT ON COLUMN shop.goods.price IS 'in euro'",
          "CREATE ROLE shop_reader",
          "GRANT USAGE ON SCHEMA shop TO shop_reader",
          "GRANT SELECT ON shop.goods, shop.cheap TO shop_reader",
          "ALTER DEFAULT PRIVILEGES IN SCHEMA shop GRANT SELECT ON TABLES TO shop_reader",
          "ALTER TABLE shop.plain ENABLE ROW LEVEL SECURITY",
          "CREATE POLICY small ON shop.plain FOR SELECT USING (size < 100)",
          "INSERT INTO shop.plain (mood, note) SELECT 'ok', 'note ' || i FROM generate_series(1,"
              + " 10) i");

  private static final List<String> PSQL_COMMANDS =
      List.of(
          "\\d shop.goods",
          "\\d+ shop.goods",
          "\\d+ shop.plain",
          "\\d+ shop.log",
          "\\d shop.numbers",
          "\\d shop.cheap",
          "\\dt+ shop.*",
          "\\di+ shop.*",
          "\\dv+ shop.*",
          "\\dm+ shop.*",
          "\\df+ shop.*",
          "\\da shop.*",
          "\\dT+ shop.*",
          "\\dD+ shop.*",
          "\\dX shop.*",
          "\\dn+ shop",
          "\\dp shop.*",
          "\\ddp",
          "\\du+ shop_reader",
          "\\l argosy",
          "\\sf shop.add",
          "\\sv shop.cheap",
          "\\set wanted 5\nSELECT :wanted, name FROM shop.goods WHERE id = :'wanted';",
          "SELECT id, name, price FROM shop.goods WHERE id = 7 \\gdesc",
          "SELECT name FROM shop.goods WHERE id = $1 OR id = $2 ORDER BY id \\bind 7 8 \\g",
          "SELECT name FROM shop.goods WHERE id = $1 \\parse named\n\\bind_named named 9 \\g",
          "SELECT count(*) FROM shop.goods \\watch interval=0.1 count=2",
          "SELECT kind, flag, count(*) FROM shop.goods GROUP BY 1, 2 ORDER BY 1, 2 \\crosstabview",
          "SELECT 'SELECT count(*) FROM shop.' || t FROM unnest('{goods,parts}'::text[]) t \\gexec",
          "SELECT sum(price) AS total FROM shop.goods \\gset all_\n\\echo :all_total",
          "\\copy (SELECT id, name FROM shop.goods WHERE id < 4 ORDER BY id) TO stdout (FORMAT csv,"
              + " HEADER)",
          "\\set SHOW_CONTEXT never\nCOPY shop.parts FROM stdin;\n8001\t1\tgood\n8002\tx\tbad\n\\.",
          "\\copy shop.nosuch FROM '/dev/null'",
          "\\set VERBOSITY sqlstate\n"
              + "SELECT nosuch FROM shop.goods;\n"
              + "\\echo :LAST_ERROR_MESSAGE :SQLSTATE",
          "BEGIN;\nSELECT 1 / 0;\nSELECT 1;\nROLLBACK;");

  /** What says how psql prints, or ends what another has begun. */
  private static final Set<String> ABOUT_OUTPUT =
      Set.of("\\set", "\\echo", "\\g", "\\bind_named", "\\.");

  @TempDir Path folder;
  private final List<String> dumps = new ArrayList<>();
  private final List<Outcome> refusedDumps = new ArrayList<>();
  private final List<String> alike = new ArrayList<>();
  private final List<String> otherSizes = new ArrayList<>();
  private boolean metadata;
  private Server postgres;
  private Server argosy;

  @BeforeAll
  void start() throws Exception {
    Toolchain.POSTGRES.prepareOrSkip();
    postgres = PlainPostgres.start(List.of());
    argosy = Target.ARGOSY.start();
    for (Server server : List.of(postgres, argosy)) {
      Shop.create(server);
      execute(server, OBJECTS);
    }
  }

  @AfterAll
  void stop() {
    if (argosy != null) {
      argosy.close();
      postgres.close();
    }
  }

  @Test
  void dumpsTheSchemaThatOnePostgresHas() throws Exception {
    String dump = dump(argosy, "--schema-only", WITHOUT_METADATA);

    assertThat(dump)
        .contains("CREATE TABLE shop.goods", "CREATE POLICY small")
        .isEqualTo(dump(postgres, "--schema-only"));
    dumps.add("pg_dump --schema-only " + WITHOUT_METADATA);
  }

  @Test
  void dumpsTheRowsThatOnePostgresHas() throws Exception {
    assertThat(dump(argosy, WITHOUT_METADATA).lines().sorted())
        .containsExactlyElementsOf(dump(postgres).lines().sorted().toList());
    dumps.add("pg_dump " + WITHOUT_METADATA);
  }

  @Test
  void whatIsDumpedCanBeRestored() throws Exception {
    Database restored = restored("restored", dump(argosy));

    assertThat(dump(restored, "--schema-only", WITHOUT_METADATA))
        .isEqualTo(dump(postgres, "--schema-only"));
    assertThat(dump(restored, "--data-only", WITHOUT_METADATA).lines().sorted())
        .containsExactlyElementsOf(dump(postgres, "--data-only").lines().sorted().toList());
    dumps.add("psql --file, into one PostgreSQL");
  }

  @Test
  void withoutExclusionTheDumpHasMetadata() throws Exception {
    assertThat(dump(argosy, "--schema-only")).contains("CREATE SCHEMA argosy;");
    assertThat(dump(postgres, "--schema-only")).doesNotContain("argosy");
    metadata = true;
  }

  @Test
  void severalJobsAreRefusedWithAHint() throws Exception {
    Program refused =
        pgDump(
            argosy,
            "--format=directory",
            "--jobs=2",
            "--file=" + folder.resolve("jobs"),
            WITHOUT_METADATA);

    assertThat(refused.failed()).isTrue();
    assertThat(refused.errors()).contains(SNAPSHOT_REFUSED, "run pg_dump without --jobs");
    refusedDumps.add(Outcome.refused("pg_dump --jobs", SNAPSHOT_REFUSED));
  }

  static List<String> psqlCommands() {
    return PSQL_COMMANDS;
  }

  @ParameterizedTest
  @MethodSource("psqlCommands")
  void psqlShowsWhatOnePostgresHas(String commands) throws Exception {
    Path script = Files.writeString(folder.resolve("psql.sql"), commands + "\n");
    Program expected = program("psql", postgres, "-X", "-f", script.toString());
    Program actual = program("psql", argosy, "-X", "-f", script.toString());

    assertThat(expected.output() + expected.errors()).isNotEmpty();
    assertThat(withoutSizes(shown(actual))).isEqualTo(withoutSizes(shown(expected)));
    (shown(actual).equals(shown(expected)) ? alike : otherSizes).add(name(commands));
  }

  /** Commands behind a backslash, or the first statement where there are none. */
  private static String name(String commands) {
    List<String> names =
        Pattern.compile("\\\\[a-z_]+\\+?")
            .matcher(commands)
            .results()
            .map(MatchResult::group)
            .filter(name -> !ABOUT_OUTPUT.contains(name))
            .toList();
    return names.isEmpty()
        ? commands.lines().filter(line -> !line.startsWith("\\")).findFirst().orElseThrow()
        : String.join(" ", names);
  }

  /** Rows of what all other methods have found; of some of them only, they would be others. */
  @Test
  @Order(Integer.MAX_VALUE)
  void thePageSaysSo() throws Exception {
    assumeTrue(alike.size() + otherSizes.size() == PSQL_COMMANDS.size(), "not all of psql ran");
    assumeTrue(dumps.size() == 3 && metadata && refusedDumps.size() == 1, "not all of pg_dump ran");
    String version = Toolchain.postgresProgramsVersion();
    ApplicationsPage.check(
        Application.PG_DUMP,
        version,
        List.of(
            Outcome.works(dumps.stream().sorted().toList()),
            Outcome.differs(
                List.of("pg_dump without --exclude-schema"), "it has the schema argosy, too"),
            refusedDumps.getFirst()));
    ApplicationsPage.check(
        Application.PSQL,
        version,
        List.of(
            Outcome.works(new TreeSet<>(alike)),
            Outcome.differs(new TreeSet<>(otherSizes), "sizes are those of the first node")));
  }

  /** Without the clock, and as wide as the widest cell. */
  private static String shown(Program program) {
    return (program.output() + program.errors())
        .replaceAll("(?m)^.*\\(every .*$", "clock")
        .replaceAll("-+", "-")
        .replaceAll(" +", " ");
  }

  /** Without sizes, which are those of the first node. */
  private static String withoutSizes(String shown) {
    return shown.replaceAll("\\d+ (bytes|kB)", "size");
  }

  /** What pg_dump writes, without the lines that are others every time. */
  private static String dump(Database database, String... options)
      throws IOException, InterruptedException {
    Program done = pgDump(database, options);
    assertThat(done.status()).as(done.errors()).isZero();
    assertThat(done.errors()).isEmpty();
    return done.output()
        .lines()
        .filter(line -> !line.startsWith("\\restrict") && !line.startsWith("\\unrestrict"))
        .collect(Collectors.joining("\n"));
  }

  private static Program pgDump(Database database, String... options)
      throws IOException, InterruptedException {
    return program("pg_dump", database, options);
  }

  private Database restored(String name, String dump)
      throws IOException, InterruptedException, SQLException {
    execute(postgres, List.of("CREATE DATABASE " + name));
    Database restored = new OtherDatabase(postgres, name);
    Path script = Files.writeString(folder.resolve(name + ".sql"), dump);
    Program done =
        program("psql", restored, "-X", "-v", "ON_ERROR_STOP=1", "-f", script.toString());
    assertThat(done.status()).as(done.errors()).isZero();
    return restored;
  }

  private static Program program(String name, Database database, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Toolchain.postgresProgram(name).toString()));
    command.addAll(List.of(options));
    command.add("--dbname=" + database.jdbcUrl().replaceFirst("^jdbc:", ""));
    return Program.run(command, Map.of());
  }

  private static void execute(Database database, List<String> statements) throws SQLException {
    try (Connection connection = Shop.connect(database);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Another database of a server of PostgreSQL. */
  private record OtherDatabase(Database first, String name) implements Database {
    @Override
    public String jdbcUrl() {
      return first.jdbcUrl().replace("/argosy?", "/" + name + "?");
    }

    @Override
    public boolean distributed() {
      return false;
    }
  }
}
