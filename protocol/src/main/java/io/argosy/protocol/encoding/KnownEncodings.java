package io.argosy.protocol.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** PostgreSQL's encodings that Java has, too, by PostgreSQL's names. */
final class KnownEncodings {
  private static final Map<String, String> SINGLE =
      Map.ofEntries(
          Map.entry("LATIN1", "ISO-8859-1"),
          Map.entry("LATIN2", "ISO-8859-2"),
          Map.entry("LATIN3", "ISO-8859-3"),
          Map.entry("LATIN4", "ISO-8859-4"),
          Map.entry("LATIN5", "ISO-8859-9"),
          Map.entry("LATIN7", "ISO-8859-13"),
          Map.entry("LATIN9", "ISO-8859-15"),
          Map.entry("LATIN10", "ISO-8859-16"),
          Map.entry("ISO_8859_5", "ISO-8859-5"),
          Map.entry("ISO_8859_6", "ISO-8859-6"),
          Map.entry("ISO_8859_7", "ISO-8859-7"),
          Map.entry("ISO_8859_8", "ISO-8859-8"),
          Map.entry("WIN866", "IBM866"),
          Map.entry("WIN874", "x-windows-874"),
          Map.entry("WIN1250", "windows-1250"),
          Map.entry("WIN1251", "windows-1251"),
          Map.entry("WIN1252", "windows-1252"),
          Map.entry("WIN1253", "windows-1253"),
          Map.entry("WIN1254", "windows-1254"),
          Map.entry("WIN1255", "windows-1255"),
          Map.entry("WIN1256", "windows-1256"),
          Map.entry("WIN1257", "windows-1257"),
          Map.entry("WIN1258", "windows-1258"),
          Map.entry("KOI8R", "KOI8-R"),
          Map.entry("KOI8U", "KOI8-U"));

  private static final Map<String, EncodedForm> OF_SEVERAL_BYTES =
      Map.of(
          "EUC_JP", EncodedForm.EUC,
          "EUC_CN", EncodedForm.EUC_OF_TWO,
          "EUC_KR", EncodedForm.EUC_OF_TWO,
          "SJIS", EncodedForm.SJIS,
          "BIG5", EncodedForm.PAIRS,
          "GBK", EncodedForm.PAIRS,
          "UHC", EncodedForm.PAIRS);

  private KnownEncodings() {}

  record Known(EncodedForm form, EncodingTable table) {}

  static Set<String> names() {
    Set<String> names = new TreeSet<>(SINGLE.keySet());
    names.addAll(OF_SEVERAL_BYTES.keySet());
    return names;
  }

  static Optional<Known> find(String name) {
    if (SINGLE.containsKey(name)) {
      return found(EncodedForm.SINGLE, SINGLE.get(name), List.of());
    }
    return Optional.ofNullable(OF_SEVERAL_BYTES.get(name))
        .flatMap(
            form -> {
              List<String> lines = differences().get(name);
              return found(form, lines.getFirst(), lines.subList(1, lines.size()));
            });
  }

  /** A Java of few modules may not have it. */
  private static Optional<Known> found(EncodedForm form, String charset, List<String> lines) {
    return Charset.isSupported(charset)
        ? Optional.of(new Known(form, new EncodingTable(Charset.forName(charset), lines)))
        : Optional.empty();
  }

  /** Java's name and what is different, by PostgreSQL's name. */
  private static Map<String, List<String>> differences() {
    Map<String, List<String>> differences = new HashMap<>();
    List<String> lines = List.of();
    for (String line : resource().lines().filter(line -> !line.startsWith("#")).toList()) {
      if (line.startsWith(">") || line.startsWith("<")) {
        lines.add(line);
      } else {
        String[] names = line.split(" ");
        lines = new ArrayList<>(List.of(names[1]));
        differences.put(names[0], lines);
      }
    }
    return differences;
  }

  private static String resource() {
    try (InputStream in = KnownEncodings.class.getResourceAsStream("differences.txt")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
