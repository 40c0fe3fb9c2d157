package io.argosy.planner.bind;

import io.argosy.planner.plan.UnprovenException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** The names that an expression sees, as PostgreSQL looks them up. */
final class Scope {
  /** A column that can be named without its source. */
  record Visible(String name, Column column) {}

  private final Scope outer;
  private final Map<String, CommonTable> commonTables = new LinkedHashMap<>();
  private final List<Source> sources = new ArrayList<>();
  private List<Visible> visible = new ArrayList<>();

  Scope(Scope outer) {
    this.outer = outer;
  }

  Scope outer() {
    return outer;
  }

  void add(CommonTable table) {
    commonTables.put(table.name(), table);
  }

  Optional<CommonTable> commonTable(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      CommonTable table = scope.commonTables.get(name);
      if (table != null) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  void add(Source source) {
    sources.add(source);
  }

  void show(List<Visible> columns) {
    visible = new ArrayList<>(columns);
  }

  List<Visible> visible() {
    return visible;
  }

  List<Source> sources() {
    return sources;
  }

  /**
   * The column that a name means; empty for a reference to a whole row.
   *
   * @throws UnprovenException for a name that is not found
   */
  Optional<Column> resolve(SqlIdentifier name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      List<Column> found =
          name.names.size() == 1 ? scope.unqualified(name.getSimple()) : scope.qualified(name);
      if (found.size() > 1) {
        throw new UnprovenException("the name " + name + " is ambiguous");
      }
      if (found.size() == 1) {
        return Optional.of(found.get(0));
      }
    }
    for (Scope scope = this; scope != null; scope = scope.outer) {
      if (scope.isWholeRow(name)) {
        return Optional.empty();
      }
    }
    throw new UnprovenException("the name " + name + " is not known");
  }

  private boolean isWholeRow(SqlIdentifier name) {
    String last = name.names.get(name.names.size() - 1);
    return sources.stream().anyMatch(source -> source.alias().equals(last));
  }

  private List<Column> unqualified(String name) {
    List<Column> found =
        visible.stream().filter(v -> v.name().equals(name)).map(Visible::column).toList();
    if (!found.isEmpty() || sources.stream().anyMatch(source -> source.alias().equals(name))) {
      return found;
    }
    return sources.stream().filter(Source::isOpen).limit(1).map(s -> s.column(name)).toList();
  }

  private List<Column> qualified(SqlIdentifier name) {
    String column = name.names.get(name.names.size() - 1);
    String alias = name.names.get(name.names.size() - 2);
    List<Column> found = new ArrayList<>();
    for (Source source : sources) {
      if (source.alias().equals(alias) && source.column(column) != null) {
        found.add(source.column(column));
      }
    }
    return found;
  }

  /** The columns that {@code alias.*} stands for. */
  List<Visible> columnsOf(String alias) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (Source source : scope.sources) {
        if (source.alias().equals(alias)) {
          return visible(source);
        }
      }
    }
    throw new UnprovenException("the name " + alias + " is not known");
  }

  static List<Visible> visible(Source source) {
    List<Visible> columns = new ArrayList<>();
    for (int i = 0; i < source.columns().size(); i++) {
      columns.add(new Visible(source.columns().get(i), new Column(source, i)));
    }
    return columns;
  }
}
