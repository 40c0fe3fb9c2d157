package io.argosy.protocol.message;

/**
 * One column of a RowDescription.
 *
 * @param name the column's name
 * @param tableOid object id of the table the column comes from on the node that described it, or 0
 * @param columnNumber the attribute number in that table, or 0
 * @param typeOid object id of the column's type
 * @param typeSize bytes of the type, negative for variable width
 * @param typeModifier the type modifier, or -1
 * @param format 0 for text, 1 for binary
 */
public record Field(
    String name,
    int tableOid,
    int columnNumber,
    int typeOid,
    int typeSize,
    int typeModifier,
    int format) {
  /** The same column in another format. */
  public Field withFormat(int newFormat) {
    return new Field(name, tableOid, columnNumber, typeOid, typeSize, typeModifier, newFormat);
  }

  /** The same column with another number for its type. */
  public Field withType(int newOid) {
    return new Field(name, tableOid, columnNumber, newOid, typeSize, typeModifier, format);
  }
}
