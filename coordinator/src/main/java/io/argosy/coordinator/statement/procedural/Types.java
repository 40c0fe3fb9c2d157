package io.argosy.coordinator.statement.procedural;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.Field;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The types of variables, and how values are fitted to them: PL/pgSQL uses the cast for
 * assignments, or else goes by way of text. Used by one thread.
 */
final class Types {
  static final Variable.Type BOOLEAN = Variable.Type.of("pg_catalog.bool", 16);
  static final Variable.Type INTEGER = Variable.Type.of("pg_catalog.int4", 23);
  static final Variable.Type BIGINT = Variable.Type.of("pg_catalog.int8", 20);
  static final Variable.Type TEXT = Variable.Type.of("pg_catalog.text", 25);

  private static final int VARCHAR = 1043;

  /** Types, and arrays of them, whose lengths a cast applies in another way than an assignment. */
  private static final Set<Integer> CUT_BY_CASTS = Set.of(1042, 1560, 1562, 1014, 1015, 1561, 1563);

  /** Names of objects, whose text means another object when that has got the name; arrays, too. */
  private static final Set<Integer> NAMES =
      Set.of(
          24, 2202, 2203, 2204, 2205, 2206, 3734, 3769, 4089, 4096, 4191, 1008, 2207, 2208, 2209,
          2210, 2211, 3735, 3770, 4090, 4097, 4192);

  /** A varchar's modifier is its length and 4 bytes. */
  private static final int HEADER = 4;

  /** The type by its name in every search path. */
  private static final String TYPE =
      """
      SELECT t.oid, t.typtype,
             CASE WHEN n.nspname OPERATOR(pg_catalog.=) 'pg_catalog'
               THEN pg_catalog.format_type(t.oid, %2$s)
               ELSE pg_catalog.format('%%I.%%I', n.nspname, t.typname) END,
             coalesce(b.typtype, t.typtype), t.typrelid, t.typtypmod, t.typcategory
      FROM pg_catalog.pg_type t
      JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
      LEFT JOIN pg_catalog.pg_type b ON b.oid OPERATOR(pg_catalog.=) t.typbasetype
      WHERE t.oid OPERATOR(pg_catalog.=) %1$s::pg_catalog.oid
      """;

  /** The columns of a relation. */
  private static final String COLUMNS =
      """
      SELECT a.attname, a.atttypid, a.atttypmod, t.typtype,
             a.attcollation OPERATOR(pg_catalog.<>) t.typcollation,
             pg_catalog.format_type(a.atttypid, a.atttypmod)
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
      WHERE a.attrelid OPERATOR(pg_catalog.=) %s AND a.attnum OPERATOR(pg_catalog.>) 0
        AND NOT a.attisdropped
      ORDER BY a.attnum
      """;

  private final CodeSession session;
  private final Map<String, String> casts = new HashMap<>();
  private boolean renamed;

  Types(CodeSession session) {
    this.session = session;
  }

  /** Names of objects may mean others from now on. */
  void renamed() {
    renamed = true;
  }

  /** A value as a parameter. */
  CodeSession.Parameter parameter(Variable.Value value) {
    int type = value.type().declared();
    if (renamed && NAMES.contains(type)) {
      throw new UnsupportedCodeException("the name of an object, after a definition,");
    }
    return new CodeSession.Parameter(type, value.text());
  }

  /** A variable of a type, which has a name, or is that of a column or a row of a table. */
  Variable variable(CodeStatement.Declaration declaration, Scope scope) {
    List<Token> tokens = declaration.type().tokens();
    String written = declaration.type().text();
    int size = tokens.size();
    String name = declaration.name();
    if (size == 1 && tokens.getFirst().isWord("record")) {
      return Variable.record(name);
    }
    if (tokens.stream().noneMatch(token -> token.text().contains("%"))) {
      return named(declaration, written, -1);
    }
    String first = tokens.getFirst().value();
    if (scope.has(first) || scope.hasLabel(first)) {
      throw new UnsupportedCodeException("the type " + written);
    }
    boolean copied = size > 2 && tokens.get(size - 2).isSymbol("%");
    String of = copied ? written.substring(0, tokens.get(size - 2).start()).strip() : "";
    if (copied && tokens.getLast().isWord("rowtype")) {
      return Variable.row(name, fields(relation(of)));
    }
    if (copied && tokens.getLast().isWord("type") && size >= 5) {
      Token column = tokens.get(size - 3);
      String table = relation(written.substring(0, tokens.get(size - 4).start()));
      for (List<String> row : session.atHome(COLUMNS.formatted(table))) {
        if (row.getFirst().equals(column.value())) {
          if (row.get(4).equals("t")) {
            throw new UnsupportedCodeException("the collation of " + of);
          }
          return named(declaration, row.get(5), Integer.parseInt(row.get(2)));
        }
      }
    }
    throw new UnsupportedCodeException("the type " + written);
  }

  /** A variable of a type that has a name, or of record. */
  Variable variable(String name, String type) {
    return variable(
        new CodeStatement.Declaration(name, false, EmbeddedSql.of(type), false, Optional.empty()),
        Scope.outermost());
  }

  private static String relation(String written) {
    return Identifiers.literal(written) + "::pg_catalog.regclass";
  }

  private Variable named(CodeStatement.Declaration declaration, String written, int modifier) {
    CodeSession.Answer answer =
        session.run("SELECT CAST(NULL AS " + written + ") WHERE false", List.of(), 1);
    Field field = answer.columns().getFirst();
    int oid = field.typeOid();
    String declared =
        session
            .atHome(
                "SELECT " + Identifiers.literal(written) + "::pg_catalog.regtype::pg_catalog.oid")
            .getFirst()
            .getFirst();
    int shown = field.typeModifier() == -1 ? modifier : field.typeModifier();
    List<String> row = session.atHome(TYPE.formatted(declared, shown)).getFirst();
    String name = declaration.name();
    boolean domain = row.get(1).equals("d");
    boolean composite = row.get(1).equals("c");
    if (row.get(1).equals("p")
        || domain && row.get(3).equals("c")
        || domain && !row.get(5).equals("-1") && (oid == VARCHAR || CUT_BY_CASTS.contains(oid))
        || !domain && shown != -1 && CUT_BY_CASTS.contains(oid)) {
      throw new UnsupportedCodeException("the type " + written);
    }
    if (composite) {
      return Variable.row(name, fields(row.get(4) + "::pg_catalog.oid"));
    }
    Variable.Type type =
        new Variable.Type(
            row.get(2), Integer.parseUnsignedInt(declared), oid, domain ? -1 : shown, domain);
    return Variable.scalar(name, type, declaration.constant(), declaration.notNull());
  }

  private List<Field> fields(String relation) {
    List<Field> fields = new ArrayList<>();
    for (List<String> row : session.atHome(COLUMNS.formatted(relation))) {
      int oid = Integer.parseUnsignedInt(row.get(1));
      int modifier = Integer.parseInt(row.get(2));
      if (row.get(3).equals("d")
          || row.get(4).equals("t")
          || modifier != -1 && CUT_BY_CASTS.contains(oid)) {
        throw new UnsupportedCodeException("the type of column \"" + row.getFirst() + "\"");
      }
      fields.add(new Field(row.getFirst(), 0, 0, oid, -1, modifier, 0));
    }
    return fields;
  }

  /** A value as a variable of the type takes it; null for NULL. */
  String fitted(Variable.Value value, Variable.Type type) {
    Variable.Type from = value.type();
    if (!type.domain()) {
      boolean same =
          from.oid() == type.oid() && (type.modifier() == -1 || type.modifier() == from.modifier());
      if (same || value.text() == null) {
        return value.text();
      }
    }
    boolean varchar = type.oid() == VARCHAR && type.modifier() != -1 && !type.domain();
    String target = varchar ? "pg_catalog.varchar" : name(type);
    String cast =
        casts.computeIfAbsent(
            from.oid() + " " + type.oid(), ignored -> cast(from.oid(), type.oid()));
    boolean assigned = cast.equals("i") || cast.equals("a") || from.oid() == type.oid();
    CodeSession.Parameter given =
        parameter(
            new Variable.Value(
                assigned ? from : new Variable.Type("", type.oid(), type.oid(), -1, false),
                value.text()));
    String text =
        session
            .run("SELECT CAST($1 AS " + target + ")", List.of(given), 1)
            .rows()
            .getFirst()
            .getFirst();
    return varchar ? cut(text, type.modifier() - HEADER) : text;
  }

  private String name(Variable.Type type) {
    return type.name().isEmpty()
        ? session
            .atHome(TYPE.formatted(Integer.toUnsignedString(type.oid()), type.modifier()))
            .getFirst()
            .get(2)
        : type.name();
  }

  /** How a cast may be used, as {@code pg_cast} says it; empty if there is none. */
  private String cast(int from, int to) {
    String source = Integer.toUnsignedString(from);
    String target = Integer.toUnsignedString(to);
    List<List<String>> found =
        session.atHome(
            "SELECT castcontext FROM pg_catalog.pg_cast WHERE castsource OPERATOR(pg_catalog.=) "
                + source
                + "::pg_catalog.oid AND casttarget OPERATOR(pg_catalog.=) "
                + target
                + "::pg_catalog.oid");
    if (found.isEmpty() && from != to && isArray(source) && isArray(target)) {
      // Its elements have casts.
      throw new UnsupportedCodeException("an array for one of other elements");
    }
    return found.isEmpty() ? "" : found.getFirst().getFirst();
  }

  private boolean isArray(String type) {
    return session.atHome(TYPE.formatted(type, -1)).getFirst().get(6).equals("A");
  }

  /** Whether a value is an array. */
  boolean isArray(Variable.Type type) {
    return isArray(Integer.toUnsignedString(type.oid()));
  }

  /** An assignment cuts off blanks only. */
  private static String cut(String text, int length) {
    if (text == null || text.codePointCount(0, text.length()) <= length) {
      return text;
    }
    int end = text.offsetByCodePoints(0, length);
    if (text.substring(end).chars().anyMatch(c -> c != ' ')) {
      throw CodeError.of("22001", "value too long for type character varying(" + length + ")");
    }
    return text.substring(0, end);
  }
}
