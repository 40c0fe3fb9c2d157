package io.argosy.tpcd.schema;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of TPC-D, as clause 1.4 of the TPC-H specification (which kept TPC-D's schema) defines
 * it. Order keys are bigint because they pass 2^31 at scale 300.
 *
 * <p>There are no foreign key constraints. Most of them point from a partitioned table to one that
 * is placed differently, which no node can check alone; the generated data satisfies all of them,
 * and checking it row by row would only slow the load. The indexes that usually go with them exist,
 * except where the primary key begins with the same column.
 */
public enum Table {
  REGION(
      TpchTable.REGION,
      5,
      false,
      """
      r_regionkey integer not null,
      r_name char(25) not null,
      r_comment varchar(152) not null,
      primary key (r_regionkey)\
      """),
  NATION(
      TpchTable.NATION,
      25,
      false,
      """
      n_nationkey integer not null,
      n_name char(25) not null,
      n_regionkey integer not null,
      n_comment varchar(152) not null,
      primary key (n_nationkey)\
      """,
      "n_regionkey"),
  SUPPLIER(
      TpchTable.SUPPLIER,
      10_000,
      true,
      """
      s_suppkey integer not null,
      s_name char(25) not null,
      s_address varchar(40) not null,
      s_nationkey integer not null,
      s_phone char(15) not null,
      s_acctbal decimal(15,2) not null,
      s_comment varchar(101) not null,
      primary key (s_suppkey)\
      """,
      "s_nationkey"),
  CUSTOMER(
      TpchTable.CUSTOMER,
      150_000,
      true,
      """
      c_custkey integer not null,
      c_name varchar(25) not null,
      c_address varchar(40) not null,
      c_nationkey integer not null,
      c_phone char(15) not null,
      c_acctbal decimal(15,2) not null,
      c_mktsegment char(10) not null,
      c_comment varchar(117) not null,
      primary key (c_custkey)\
      """,
      "c_nationkey"),
  PART(
      TpchTable.PART,
      200_000,
      true,
      """
      p_partkey integer not null,
      p_name varchar(55) not null,
      p_mfgr char(25) not null,
      p_brand char(10) not null,
      p_type varchar(25) not null,
      p_size integer not null,
      p_container char(10) not null,
      p_retailprice decimal(15,2) not null,
      p_comment varchar(23) not null,
      primary key (p_partkey)\
      """),
  PARTSUPP(
      TpchTable.PART_SUPPLIER,
      800_000,
      true,
      """
      ps_partkey integer not null,
      ps_suppkey integer not null,
      ps_availqty integer not null,
      ps_supplycost decimal(15,2) not null,
      ps_comment varchar(199) not null,
      primary key (ps_partkey, ps_suppkey)\
      """,
      "ps_suppkey"),
  ORDERS(
      TpchTable.ORDERS,
      1_500_000,
      true,
      """
      o_orderkey bigint not null,
      o_custkey integer not null,
      o_orderstatus char(1) not null,
      o_totalprice decimal(15,2) not null,
      o_orderdate date not null,
      o_orderpriority char(15) not null,
      o_clerk char(15) not null,
      o_shippriority integer not null,
      o_comment varchar(79) not null,
      primary key (o_orderkey)\
      """,
      "o_custkey"),
  LINEITEM(
      TpchTable.LINE_ITEM,
      6_001_215,
      true,
      """
      l_orderkey bigint not null,
      l_partkey integer not null,
      l_suppkey integer not null,
      l_linenumber integer not null,
      l_quantity decimal(15,2) not null,
      l_extendedprice decimal(15,2) not null,
      l_discount decimal(15,2) not null,
      l_tax decimal(15,2) not null,
      l_returnflag char(1) not null,
      l_linestatus char(1) not null,
      l_shipdate date not null,
      l_commitdate date not null,
      l_receiptdate date not null,
      l_shipinstruct char(25) not null,
      l_shipmode char(10) not null,
      l_comment varchar(44) not null,
      primary key (l_orderkey, l_linenumber)\
      """,
      "l_partkey, l_suppkey",
      "l_suppkey");

  private final TpchTable<?> generator;
  private final long rowsAtScaleOne;
  private final boolean scales;
  private final String definition;
  private final List<String> indexedColumns;

  Table(
      TpchTable<?> generator,
      long rowsAtScaleOne,
      boolean scales,
      String definition,
      String... indexedColumns) {
    this.generator = generator;
    this.rowsAtScaleOne = rowsAtScaleOne;
    this.scales = scales;
    this.definition = definition;
    this.indexedColumns = List.of(indexedColumns);
  }

  /** The table's name in SQL. */
  public String sqlName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /**
   * How many rows the table has at a scale factor. Exact for all tables but {@code lineitem}, whose
   * number of lines per order is random: there it is exact at scale 1 and an estimate elsewhere. At
   * scales below 0.03 {@code partsupp} may have a few rows less.
   */
  public long rows(double scale) {
    return scales ? (long) (rowsAtScaleOne * scale) : rowsAtScaleOne;
  }

  /**
   * The rows of one of several equal parts of the table, in order. They are those that dbgen writes
   * (but see {@link DistinctPartSuppliers}).
   *
   * @param part counted from 1
   */
  public Iterable<? extends TpchEntity> generate(double scale, int part, int parts) {
    return this == PARTSUPP
        ? new DistinctPartSuppliers(scale, part, parts)
        : generator.createGenerator(scale, part, parts);
  }

  /** The statement that creates the table with its primary key. */
  public String create() {
    return create(sqlName());
  }

  /** The statement that creates a table like this one under another name. */
  public String create(String name) {
    return "CREATE TABLE " + name + " (\n" + definition + ")";
  }

  /** The statements that create the table's other indexes. */
  public List<String> createIndexes() {
    List<String> statements = new ArrayList<>();
    for (String columns : indexedColumns) {
      String index = sqlName() + "_" + columns.replace(", ", "_") + "_idx";
      statements.add("CREATE INDEX " + index + " ON " + sqlName() + " (" + columns + ")");
    }
    return statements;
  }
}
