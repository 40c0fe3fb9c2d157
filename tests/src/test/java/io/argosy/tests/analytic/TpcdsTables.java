package io.argosy.tests.analytic;

import io.argosy.tests.client.Program;
import io.argosy.tests.client.Toolchain;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.postgresql.PGConnection;

/** The tables of TPC-DS, as a package of Python generates them, and its 99 queries. */
final class TpcdsTables {
  /** How many queries there are. */
  static final int QUERIES = 99;

  /** The item and the order or ticket of a fact: together its key, by either its rows can lie. */
  private record Fact(String item, String order) {}

  private static final Map<String, Fact> FACTS =
      Map.of(
          "store_sales", new Fact("ss_item_sk", "ss_ticket_number"),
          "store_returns", new Fact("sr_item_sk", "sr_ticket_number"),
          "catalog_sales", new Fact("cs_item_sk", "cs_order_number"),
          "catalog_returns", new Fact("cr_item_sk", "cr_order_number"),
          "web_sales", new Fact("ws_item_sk", "ws_order_number"),
          "web_returns", new Fact("wr_item_sk", "wr_order_number"));

  private static final String INVENTORY = "inventory";

  /** Where the rows of the facts lie. All other tables are replicated. */
  enum Placement {
    /** One PostgreSQL has them. */
    NONE,
    BY_ITEM,
    BY_ORDER;

    /** The schema of the tables that lie so. */
    String schema() {
      return name().toLowerCase(Locale.ROOT);
    }

    private String key(Fact fact) {
      return this == BY_ITEM ? fact.item() : fact.order();
    }
  }

  private final Path folder;

  private TpcdsTables(Path folder) {
    this.folder = folder;
  }

  /**
   * Generates them, unless they are there. The test is skipped if that cannot be done.
   *
   * @param scale the scale factor
   */
  static TpcdsTables generate(String scale) throws IOException, InterruptedException {
    Toolchain.TPCDS.prepareOrSkip();
    Path folder = Path.of("target", "tpcds", scale).toAbsolutePath();
    if (!Files.exists(folder.resolve(query(QUERIES)))) {
      List<String> command = new ArrayList<>(Toolchain.TPCDS.command("generate.py"));
      command.addAll(List.of(scale, folder.toString()));
      Program done = Program.run(command, Toolchain.TPCDS.environment());
      if (done.failed()) {
        throw new IllegalStateException("TPC-DS could not be generated: " + done.errors());
      }
    }
    return new TpcdsTables(folder);
  }

  private static String query(int number) {
    return String.format(Locale.ROOT, "q%02d.sql", number);
  }

  /** The text of a query. */
  String sql(int number) throws IOException {
    return Files.readString(folder.resolve(query(number)));
  }

  /** Makes the tables in the schema of a placement, and fills them. */
  void load(Connection connection, Placement placement) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + placement.schema());
      statement.execute("SET search_path = " + placement.schema());
      for (String line : Files.readAllLines(folder.resolve("tables.txt"))) {
        String table = line.substring(0, line.indexOf('|'));
        String columns = line.substring(line.indexOf('|') + 1);
        statement.execute(
            "CREATE TABLE "
                + table
                + " ("
                + columns
                + ", PRIMARY KEY ("
                + key(table, columns)
                + "))");
        if (placement != Placement.NONE) {
          statement.execute(placing(table, placement));
        }
        try (Reader rows = Files.newBufferedReader(folder.resolve(table + ".csv"))) {
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("COPY " + table + " FROM STDIN (FORMAT csv)", rows);
        }
        statement.execute("ANALYZE " + table);
      }
    }
  }

  private static String key(String table, String columns) {
    if (table.equals(INVENTORY)) {
      return "inv_date_sk, inv_item_sk, inv_warehouse_sk";
    }
    Fact fact = FACTS.get(table);
    return fact == null
        ? columns.substring(0, columns.indexOf(' '))
        : fact.item() + ", " + fact.order();
  }

  private static String placing(String table, Placement placement) {
    String name = "'" + placement.schema() + "." + table + "'";
    if (table.equals(INVENTORY)) {
      return "SELECT create_distributed_table(" + name + ", 'inv_item_sk')";
    }
    Fact fact = FACTS.get(table);
    return fact == null
        ? "SELECT create_reference_table(" + name + ")"
        : "SELECT create_distributed_table(" + name + ", '" + placement.key(fact) + "')";
  }
}
