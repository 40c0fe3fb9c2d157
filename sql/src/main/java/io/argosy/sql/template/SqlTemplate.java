package io.argosy.sql.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * A piece of SQL with gaps: what is not known before it runs, or differs between nodes. Gaps are
 * parts of the template, not words in a text, so that nothing that a user has written can be taken
 * for one. Immutable.
 *
 * <p>A template may be written {@linkplain #later later}, when its parts are first asked for: of
 * the many ways to answer a statement that the planner compares, most are given up unread.
 */
public final class SqlTemplate {
  private volatile @Nullable List<Part> written;
  private @Nullable Supplier<List<Part>> writer;

  /** Text or a gap. */
  public sealed interface Part {
    /** SQL as it is sent. */
    record Text(String sql) implements Part {
      @Override
      public String toString() {
        return sql;
      }
    }

    /**
     * The rows of a table that the plan makes, in a FROM clause.
     *
     * @param name what the plan calls the table
     * @param named whether an alias follows
     */
    record Table(String name, boolean named) implements Part {
      @Override
      public String toString() {
        return "pg_temp." + name;
      }
    }

    /**
     * The condition on the rows of a replicated table that a node reads.
     *
     * @param number which of the plan's shares, from 1
     */
    record Share(int number) implements Part {
      @Override
      public String toString() {
        return "@share(" + number + ")@";
      }
    }

    /**
     * The name of a column's type.
     *
     * @param table the table that the plan makes, as in {@link Table}
     * @param column the column's name
     */
    record Type(String table, String column) implements Part {
      @Override
      public String toString() {
        return "@type(" + column + ")@";
      }
    }
  }

  /** What fills the gaps. */
  public interface Values {
    /** SQL for a table's rows, with an alias unless one follows. */
    String table(Part.Table table);

    /** A condition as SQL. */
    String share(Part.Share share);

    /** A type's name as SQL. */
    String type(Part.Type type);
  }

  private SqlTemplate(List<Part> parts) {
    this.written = parts;
  }

  private SqlTemplate(Supplier<List<Part>> writer) {
    this.writer = writer;
  }

  /** The parts as they come, texts that are beside each other as one, without empty ones. */
  private static List<Part> joined(List<Part> parts) {
    List<Part> joined = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Part.Text more) {
        text.append(more.sql());
      } else {
        addText(text, joined);
        joined.add(part);
      }
    }
    addText(text, joined);
    return List.copyOf(joined);
  }

  private static void addText(StringBuilder text, List<Part> parts) {
    if (!text.isEmpty()) {
      parts.add(new Part.Text(text.toString()));
      text.setLength(0);
    }
  }

  /** Text without gaps. */
  public static SqlTemplate of(String sql) {
    return of(new Part.Text(sql));
  }

  /** One part. */
  public static SqlTemplate of(Part part) {
    return new SqlTemplate(joined(List.of(part)));
  }

  /**
   * What is written when it is first asked for.
   *
   * @param writer always writes the same. What it throws, is thrown to who asks
   */
  public static SqlTemplate later(Supplier<SqlTemplate> writer) {
    return new SqlTemplate(() -> writer.get().parts());
  }

  /** In their order, no two texts beside each other and none of them empty. */
  public List<Part> parts() {
    List<Part> parts = written;
    return parts == null ? write() : parts;
  }

  private synchronized List<Part> write() {
    List<Part> parts = written;
    if (parts == null) {
      parts = writer.get();
      written = parts;
      // It holds trees, which nobody needs any more.
      writer = null;
    }
    return parts;
  }

  /** Some templates with a text between each two. */
  public static SqlTemplate join(String separator, List<SqlTemplate> templates) {
    List<Part> parts = new ArrayList<>();
    for (SqlTemplate template : templates) {
      if (template != templates.getFirst()) {
        parts.add(new Part.Text(separator));
      }
      parts.addAll(template.parts());
    }
    return new SqlTemplate(joined(parts));
  }

  /** This and then a text. */
  public SqlTemplate plus(String sql) {
    return plus(of(sql));
  }

  /** This and then another one. */
  public SqlTemplate plus(SqlTemplate other) {
    Supplier<List<Part>> both =
        () -> {
          List<Part> all = new ArrayList<>(parts());
          all.addAll(other.parts());
          return joined(all);
        };
    return written != null && other.written != null
        ? new SqlTemplate(both.get())
        : new SqlTemplate(both);
  }

  /** This between two texts. */
  public SqlTemplate within(String before, String after) {
    return of(before).plus(this).plus(after);
  }

  /** The same with other SQL in the place of some gaps. */
  public SqlTemplate filled(Function<Part, Optional<SqlTemplate>> filling) {
    return new SqlTemplate(
        joined(
            parts().stream()
                .flatMap(
                    part ->
                        part instanceof Part.Text
                            ? Stream.of(part)
                            : filling
                                .apply(part)
                                .map(SqlTemplate::parts)
                                .orElse(List.of(part))
                                .stream())
                .toList()));
  }

  /** The SQL with all gaps filled. */
  public String sql(Values values) {
    StringBuilder sql = new StringBuilder();
    for (Part part : parts()) {
      sql.append(
          switch (part) {
            case Part.Text text -> text.sql();
            case Part.Table table -> values.table(table);
            case Part.Share share -> values.share(share);
            case Part.Type type -> values.type(type);
          });
    }
    return sql.toString();
  }

  /**
   * The SQL of a template without gaps.
   *
   * @throws IllegalStateException if there is a gap
   */
  public String text() {
    List<Part> all = parts();
    if (all.isEmpty()) {
      return "";
    }
    if (all.size() == 1 && all.getFirst() instanceof Part.Text text) {
      return text.sql();
    }
    throw new IllegalStateException("not yet complete: " + this);
  }

  /** What follows a text that this begins with, and the white space behind it. */
  public SqlTemplate after(String beginning) {
    if (!(parts().getFirst() instanceof Part.Text first) || !first.sql().startsWith(beginning)) {
      throw new IllegalArgumentException("does not begin with " + beginning + ": " + this);
    }
    List<Part> others = new ArrayList<>(parts());
    others.set(0, new Part.Text(first.sql().substring(beginning.length()).stripLeading()));
    return new SqlTemplate(joined(others));
  }

  /** The gaps of one kind, in their order. */
  public <P extends Part> Stream<P> gaps(Class<P> kind) {
    return parts().stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Whether it is more than text. */
  public boolean hasGaps() {
    return parts().stream().anyMatch(part -> !(part instanceof Part.Text));
  }

  /** Whether the rows of a table that the plan makes are read. */
  public boolean reads(String table) {
    return gaps(Part.Table.class).anyMatch(read -> read.name().equals(table));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof SqlTemplate template && parts().equals(template.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  /** For people: gaps as words that PostgreSQL would not understand, or not as they are meant. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    parts().forEach(text::append);
    return text.toString();
  }
}
