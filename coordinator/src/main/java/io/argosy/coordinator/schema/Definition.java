package io.argosy.coordinator.schema;

/**
 * What a catalog says of an object or a part of it, in words that do not depend on the server: no
 * object ids, no numbers of columns.
 *
 * @param of which object or part
 * @param text how it is defined, for people too; null where there is nothing to say but that it is
 *     there
 * @param hidden what it is also defined by, but nobody is shown, such as a password; null for
 *     nothing
 * @param make statements that make it; null if it is only compared
 * @param undo statements after which another definition can be made, empty if none are needed; null
 *     for what is never changed where it is already
 */
record Definition(Key of, String text, String hidden, String make, String undo) {
  /**
   * Names an object or a part of one.
   *
   * @param object kind and name, as {@code pg_identify_object} gives them
   * @param part which part of it; null for the object itself
   */
  record Key(String object, String part) {
    /** The object itself. */
    Key whole() {
      return new Key(object, null);
    }

    @Override
    public String toString() {
      return part == null ? object : object + ", " + part;
    }
  }

  boolean isChangeable() {
    return undo != null;
  }
}
