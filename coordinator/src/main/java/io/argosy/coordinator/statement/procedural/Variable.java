package io.argosy.coordinator.statement.procedural;

import io.argosy.protocol.message.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A variable of a block: a value, or a row of values. Used by one thread. */
final class Variable {
  /**
   * The type of a value.
   *
   * @param name in SQL, with its schema; empty for that of a record's field
   * @param declared its object id
   * @param oid that of its values in results, which for a domain is its base type's
   * @param modifier of the type; -1 for none
   * @param domain whether values are checked
   */
  record Type(String name, int declared, int oid, int modifier, boolean domain) {
    static Type of(String name, int oid) {
      return new Type(name, oid, oid, -1, false);
    }

    static Type of(Field field) {
      return new Type("", field.typeOid(), field.typeOid(), field.typeModifier(), false);
    }
  }

  /** Null stands for NULL. */
  record Value(Type type, String text) {}

  private final String name;
  private final Type type;
  private final boolean constant;
  private final boolean notNull;
  private final boolean fixed;
  private List<Field> fields = List.of();
  private List<String> values = new ArrayList<>();

  private Variable(String name, Type type, boolean constant, boolean notNull, boolean fixed) {
    this.name = name;
    this.type = type;
    this.constant = constant;
    this.notNull = notNull;
    this.fixed = fixed;
  }

  static Variable scalar(String name, Type type, boolean constant, boolean notNull) {
    Variable variable = new Variable(name, type, constant, notNull, false);
    variable.values.add(null);
    return variable;
  }

  /** RECORD, which has the fields of what is assigned to it. */
  static Variable record(String name) {
    return new Variable(name, null, false, false, false);
  }

  /** A row of a table, which always has its fields. */
  static Variable row(String name, List<Field> fields) {
    Variable variable = new Variable(name, null, false, false, true);
    variable.fields = fields;
    variable.values = new ArrayList<>(fields.stream().map(field -> (String) null).toList());
    return variable;
  }

  String name() {
    return name;
  }

  boolean isRow() {
    return type == null;
  }

  /** Whether its fields are those of a table, whatever is assigned to it. */
  boolean isFixed() {
    return fixed;
  }

  Type type() {
    return type;
  }

  List<Field> fields() {
    return fields;
  }

  Value value() {
    return new Value(type, values.getFirst());
  }

  Value field(String field) {
    int index = index(field);
    return new Value(Type.of(fields.get(index)), values.get(index));
  }

  /** Those of a row, in their order, as text. */
  List<String> values() {
    return Collections.unmodifiableList(values);
  }

  private int index(String field) {
    if (fields.isEmpty()) {
      throw CodeError.withDetail(
          "55000",
          "record \"" + name + "\" is not assigned yet",
          "The tuple structure of a not-yet-assigned record is indeterminate.");
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(field)) {
        return i;
      }
    }
    throw CodeError.of("42703", "record \"" + name + "\" has no field \"" + field + "\"");
  }

  /** Sets a scalar to what has been made to fit it. */
  void set(String text) {
    if (text == null && notNull) {
      throw CodeError.of(
          "22004", "null value cannot be assigned to variable \"" + name + "\" declared NOT NULL");
    }
    values.set(0, text);
  }

  void requireAssignable() {
    if (constant) {
      throw new UnsupportedCodeException("an assignment to the constant \"" + name + "\"");
    }
  }

  /** Sets a row; without one, a record keeps the fields, which are NULL. */
  void set(List<Field> newFields, Optional<List<String>> row) {
    fields = fixed ? fields : newFields;
    values =
        new ArrayList<>(
            row.orElseGet(() -> new ArrayList<>(fields.stream().map(f -> (String) null).toList())));
  }
}
