package io.argosy.tests.client;

/**
 * An application of which a test compares what it does on Argosy and on one PostgreSQL; the page of
 * applications has rows for each.
 */
enum Application {
  FLYWAY("Flyway", FlywayTest.class),
  LIQUIBASE("Liquibase", LiquibaseTest.class),
  ALEMBIC("Alembic", AlembicTest.class),
  HIBERNATE("Hibernate", HibernateTest.class),
  DJANGO("Django", DjangoTest.class),
  SEQUELIZE("Sequelize", SequelizeTest.class),
  PROCRASTINATE("Procrastinate", ProcrastinateTest.class),
  DBT("dbt with dbt-postgres", DbtTest.class),
  PANDAS("pandas", PandasTest.class),
  SPARK("Spark", SparkTest.class),
  ADMINISTRATION("PostgreSQL's programs", AdministrationProgramsTest.class),
  PG_DUMP("pg_dump", PostgresProgramsTest.class),
  PSQL("psql", PostgresProgramsTest.class);

  private final String title;
  private final Class<?> test;

  Application(String title, Class<?> test) {
    this.title = title;
    this.test = test;
  }

  /** Its name in the page, which no other has. */
  String title() {
    return title;
  }

  /** The test that writes its rows. */
  Class<?> test() {
    return test;
  }
}
