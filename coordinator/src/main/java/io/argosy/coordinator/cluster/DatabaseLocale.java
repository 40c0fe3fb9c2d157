package io.argosy.coordinator.cluster;

/** By what a database sorts and compares text. */
public final class DatabaseLocale {
  /**
   * An expression over a row of pg_database: provider, LC_COLLATE, LC_CTYPE and the provider's
   * locale, of which each version of PostgreSQL has what it knows.
   */
  public static final String SQL =
      "(coalesce(pg_catalog.to_jsonb(pg_database) ->> 'datlocprovider', 'c') || ' ' || datcollate"
          + " || ' ' || datctype || ' ' || coalesce(pg_catalog.to_jsonb(pg_database) ->>"
          + " 'datlocale', pg_catalog.to_jsonb(pg_database) ->> 'daticulocale', ''))";

  private DatabaseLocale() {}
}
