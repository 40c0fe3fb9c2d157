package io.argosy.tests.client;

/** The drivers of the matrix. */
enum Driver {
  JDBC("PostgreSQL JDBC", JvmClient.JDBC),
  HIKARI_CP("HikariCP", JvmClient.HIKARI_CP),
  R2DBC("R2DBC", JvmClient.R2DBC),
  PSQL("psql", new DriverProgram(Toolchain.POSTGRES, "psql.py")),
  PSYCOPG("psycopg", new DriverProgram(Toolchain.PYTHON, "psycopg_sync.py")),
  PSYCOPG_ASYNC("psycopg, asyncio", new DriverProgram(Toolchain.PYTHON, "psycopg_async.py")),
  SQLALCHEMY("SQLAlchemy", new DriverProgram(Toolchain.PYTHON, "sqlalchemy_driver.py")),
  ASYNCPG("asyncpg", new DriverProgram(Toolchain.PYTHON, "asyncpg_driver.py")),
  NODE_POSTGRES("node-postgres", new DriverProgram(Toolchain.NODE, "node_postgres.js")),
  PGX("pgx", new DriverProgram(Toolchain.GO, "program")),
  TOKIO_POSTGRES("tokio-postgres", new DriverProgram(Toolchain.RUST, "program"));

  private final String title;
  private final DriverClient client;

  Driver(String title, DriverClient client) {
    this.title = title;
    this.client = client;
  }

  /** What the driver is called. */
  String title() {
    return title;
  }

  DriverClient client() {
    return client;
  }
}
