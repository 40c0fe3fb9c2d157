import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Spark writes a table, reads it in parts and copies some of it to another one, and replaces it:
 *
 * <pre>SparkCommands URL TABLE (write | work | replace)..</pre>
 */
public class SparkCommands {
  private final SparkSession spark;
  private final String url;
  private final String table;

  private SparkCommands(SparkSession spark, String url, String table) {
    this.spark = spark;
    this.url = url;
    this.table = table;
  }

  public static void main(String[] arguments) throws IOException {
    Configurator.setRootLevel(Level.ERROR);
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[4]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate()) {
      spark.sparkContext().setLogLevel("ERROR");
      SparkCommands commands = new SparkCommands(spark, arguments[0], arguments[1]);
      for (String command : Arrays.asList(arguments).subList(2, arguments.length)) {
        switch (command) {
          case "write" -> commands.write();
          case "work" -> commands.work();
          case "replace" -> commands.replace();
          default -> throw new IllegalArgumentException(command);
        }
      }
    }
  }

  private Dataset<Row> rows(long from, long to) {
    return spark
        .range(from, to)
        .select(
            col("id"),
            expr("cast(id % 7 as int) as kind"),
            expr("concat('row; ', id) as name"),
            expr("cast(id as decimal(12, 2)) / 4 as amount"),
            expr("id / 8.0d as weight"),
            expr("id % 2 = 0 as flag"),
            expr("date_add(date'2024-01-01', cast(id % 300 as int)) as day"),
            expr("timestamp_seconds(1700000000 + id) as at"),
            expr("cast(concat('b', id) as binary) as raw"),
            expr("if(id % 5 = 0, null, cast(id as string)) as note"),
            array(lit("l"), concat(lit("n"), col("kind"))).as("labels"));
  }

  private void write() {
    table(rows(0, 1000).repartition(4).write()).mode(SaveMode.ErrorIfExists).save();
    show("ignored", () -> table(rows(0, 10).write()).mode(SaveMode.Ignore).save());
    show("refused", () -> table(rows(0, 10).write()).mode(SaveMode.ErrorIfExists).save());
  }

  private void work() {
    show(
        "append",
        () -> table(rows(1000, 1500).repartition(3).write()).mode(SaveMode.Append).save());
    Dataset<Row> whole = read().option("dbtable", table).load();
    System.out.println(whole.schema().treeString());
    show(whole.orderBy("id").limit(7));
    summary("whole", whole);
    Dataset<Row> partitioned =
        read()
            .option("dbtable", table)
            .option("partitionColumn", "id")
            .option("lowerBound", "100")
            .option("upperBound", "1400")
            .option("numPartitions", "6")
            .option("fetchsize", "50")
            .load();
    summary("by number", partitioned);
    summary(
        "by time",
        read()
            .option("dbtable", table)
            .option("partitionColumn", "at")
            .option("lowerBound", "2023-11-14 22:13:20")
            .option("upperBound", "2023-11-14 22:40:00")
            .option("numPartitions", "4")
            .load());
    summary(
        "by day, of a query",
        read()
            .option("dbtable", "(SELECT * FROM " + table + " WHERE flag) AS q")
            .option("partitionColumn", "day")
            .option("lowerBound", "2024-01-01")
            .option("upperBound", "2024-10-01")
            .option("numPartitions", "3")
            .load());
    Properties properties = new Properties();
    properties.setProperty("driver", "org.postgresql.Driver");
    summary(
        "by predicates",
        spark
            .read()
            .jdbc(
                url,
                table,
                new String[] {"kind < 3", "kind BETWEEN 3 AND 4", "kind > 4 AND name LIKE 'row%'"},
                properties));
    show(
        read()
            .option(
                "query",
                "SELECT kind, count(*) AS n, sum(amount) AS s FROM " + table + " GROUP BY kind")
            .load()
            .orderBy("kind"));
    pushedDown(whole, partitioned);
    show(
        "copy",
        () ->
            partitioned
                .filter("kind = 2")
                .write()
                .format("jdbc")
                .option("url", url)
                .option("dbtable", table + "_copied")
                .option("createTableColumnTypes", "name varchar(100)")
                .mode(SaveMode.Overwrite)
                .save());
    summary("copied", read().option("dbtable", table + "_copied").load());
  }

  /** What the server is asked to filter, add up and sort. */
  private void pushedDown(Dataset<Row> whole, Dataset<Row> partitioned) {
    show(
        whole
            .filter(
                "id > 40 and name like 'row; 4%' and note is not null and day < date'2024-03-01'")
            .select("id", "note", "day")
            .orderBy("id")
            .limit(5));
    show(whole.groupBy("flag").agg(count(lit(1)), sum("amount"), avg("weight")).orderBy("flag"));
    show(whole.filter(col("id").isin(3, 700, 1400)).select("id", "labels", "raw").orderBy("id"));
    show(partitioned.agg(expr("max(at)"), expr("min(day)"), expr("count(note)")));
    System.out.println(whole.offset(1490).count());
    System.out.println(
        whole
            .as("a")
            .join(partitioned.as("b"), expr("a.id = b.id * 2"))
            .filter("a.kind = 1")
            .count());
  }

  private void replace() {
    show(
        "truncate and fill",
        () ->
            table(rows(5, 25).write()).option("truncate", "true").mode(SaveMode.Overwrite).save());
    summary("replaced", read().option("dbtable", table).load());
    show(
        "duplicates",
        () -> {
          spark.sparkContext().setLogLevel("OFF");
          table(rows(20, 30).coalesce(1).write()).mode(SaveMode.Append).save();
        });
    summary("after duplicates", read().option("dbtable", table).load());
    show("replace", () -> table(rows(0, 40).write()).mode(SaveMode.Overwrite).save());
    summary("replaced again", read().option("dbtable", table).load());
  }

  private DataFrameReader read() {
    return spark
        .read()
        .format("jdbc")
        .option("url", url)
        .option("sessionInitStatement", "SET application_name = 'spark'");
  }

  private DataFrameWriter<Row> table(DataFrameWriter<Row> writer) {
    return writer
        .format("jdbc")
        .option("url", url)
        .option("dbtable", table)
        .option("batchsize", "70");
  }

  private static void summary(String name, Dataset<Row> rows) {
    Row row =
        rows.agg(
                count(lit(1)),
                expr("sum(id)"),
                expr("sum(amount)"),
                expr("sum(hash(name, weight, flag, day, at, raw, note, labels))"))
            .first();
    System.out.println(name + ": " + row + " in " + rows.javaRDD().getNumPartitions());
  }

  private static void show(Dataset<Row> rows) {
    List<Row> all = rows.collectAsList();
    all.forEach(row -> System.out.println("  " + row.json()));
  }

  private static void show(String name, Runnable step) {
    try {
      step.run();
      System.out.println(name + ": done");
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      System.out.println(name + ": " + e.getClass().getSimpleName() + " " + firstLine(e));
    }
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage())
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll("^Job aborted.*driver\\): ", "");
  }
}
