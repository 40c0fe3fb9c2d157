package io.argosy.coordinator.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** What two nodes' catalogs say that is not the same, in words. */
final class Differences {
  /** How much of a long definition is shown where it begins to differ, and before that. */
  private static final int SHOWN = 80;

  private static final int BEFORE = 20;

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final CatalogReader left;
  private final CatalogReader right;

  private Differences(CatalogReader left, CatalogReader right) {
    this.left = left;
    this.right = right;
  }

  /**
   * Compares what some queries tell.
   *
   * @throws io.argosy.protocol.message.PostgresException that of a node that cannot answer
   */
  static List<String> between(CatalogReader left, CatalogReader right, List<Catalog> catalogs) {
    return new Differences(left, right).find(catalogs);
  }

  private List<String> find(List<Catalog> catalogs) {
    Map<Definition.Key, Definition> onLeft = new LinkedHashMap<>();
    Map<Definition.Key, Definition> onRight = new LinkedHashMap<>();
    for (Catalog catalog : catalogs) {
      left.read(catalog).forEach(onLeft::putIfAbsent);
      right.read(catalog).forEach(onRight::putIfAbsent);
    }
    Set<Definition.Key> all = new LinkedHashSet<>(onLeft.keySet());
    all.addAll(onRight.keySet());
    List<String> differences = new ArrayList<>();
    for (Definition.Key key : all) {
      Definition.Key object = key.whole();
      boolean ofMissing =
          key.part() != null && onLeft.containsKey(object) != onRight.containsKey(object);
      String difference = difference(onLeft.get(key), onRight.get(key));
      if (!ofMissing && difference != null) {
        differences.add(key + ": " + difference);
      }
    }
    return differences;
  }

  /** What is not the same; null if nothing. */
  private String difference(Definition a, Definition b) {
    if (a == null) {
      return "missing on " + left.session().node().name();
    }
    if (b == null) {
      return "missing on " + right.session().node().name();
    }
    if (!Objects.equals(a.text(), b.text())) {
      return shown(a.text(), b.text(), left) + ", " + shown(b.text(), a.text(), right);
    }
    return Objects.equals(a.hidden(), b.hidden()) ? null : "not the same in what is not shown here";
  }

  private static String shown(String text, String other, CatalogReader where) {
    String line = SPACE.matcher(text(text, other)).replaceAll(" ");
    return line + " on " + where.session().node().name();
  }

  private static String text(String text, String other) {
    if (text == null || text.length() <= SHOWN) {
      return String.valueOf(text);
    }
    int same = 0;
    int length = other == null ? 0 : Math.min(text.length(), other.length());
    while (same < length && text.charAt(same) == other.charAt(same)) {
      same++;
    }
    int start = Math.max(0, same - BEFORE);
    int end = Math.min(text.length(), start + SHOWN);
    return (start > 0 ? ".." : "") + text.substring(start, end) + (end < text.length() ? ".." : "");
  }
}
