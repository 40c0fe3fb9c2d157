package io.argosy.tests.regression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The statements that are known to have other answers, with the reason. The list may only become
 * shorter. A line is a file, the hash of a statement's text and why it differs; a line that nothing
 * needs any more must go. Thread-safe.
 */
final class KnownDifferences {
  private static final String LIST = "/regression/known.txt";

  private final Map<String, String> reasons = new HashMap<>();
  private final Set<String> seen = new HashSet<>();

  private KnownDifferences() {}

  static KnownDifferences read() {
    KnownDifferences known = new KnownDifferences();
    try (InputStream list = KnownDifferences.class.getResourceAsStream(LIST)) {
      new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\\s+", 3))
          .forEach(words -> known.reasons.put(words[0] + " " + words[1], words[2]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return known;
  }

  /** Why a statement differs, if that is known. */
  synchronized Optional<String> reason(Verdict verdict) {
    String key = verdict.file() + " " + verdict.hash();
    seen.add(key);
    return Optional.ofNullable(reasons.get(key));
  }

  /** The lines for some files that have not been needed. */
  synchronized Set<String> unneeded(List<String> files) {
    return reasons.keySet().stream()
        .filter(key -> !seen.contains(key) && files.contains(key.substring(0, key.indexOf(' '))))
        .collect(Collectors.toSet());
  }
}
