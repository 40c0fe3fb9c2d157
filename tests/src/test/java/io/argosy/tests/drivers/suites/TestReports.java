package io.argosy.tests.drivers.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The reports that JUnit's own program writes of the tests that it has run. */
final class TestReports {
  private static final Pattern IDENTIFIER = Pattern.compile("(?m)unique-id: (.*)$");
  private static final Pattern SEGMENT = Pattern.compile("\\[([a-z-]+):(.*?)](?=/\\[|$)");

  private TestReports() {}

  /** The results in all reports of a directory. */
  static SuiteResult read(Path directory) throws IOException {
    Map<String, TestResult> results = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files.filter(file -> file.getFileName().toString().startsWith("TEST-")).toList()) {
        NodeList cases = parse(file).getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          Element test = (Element) cases.item(i);
          results.put(name(test), result(test));
        }
      }
    }
    return new SuiteResult(results);
  }

  private static Document parse(Path file) throws IOException {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
      return builder.parse(file.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("not a report: " + file, e);
    }
  }

  private static String name(Element test) {
    Matcher identifier = IDENTIFIER.matcher(test.getTextContent());
    if (!identifier.find()) {
      return test.getAttribute("classname") + " " + test.getAttribute("name");
    }
    return name(identifier.group(1));
  }

  /**
   * The name of a test with an identifier, which no other test of the suite has: its class, its
   * method, and the numbers of the runs where one of them has parameters.
   */
  static String name(String identifier) {
    List<String> words = new ArrayList<>();
    Matcher segment = SEGMENT.matcher(identifier);
    while (segment.find()) {
      if (!segment.group(1).equals("engine")) {
        words.add(segment.group(2));
      }
    }
    return String.join(" ", words);
  }

  private static TestResult result(Element test) {
    for (String kind : List.of("failure", "error")) {
      NodeList failures = test.getElementsByTagName(kind);
      if (failures.getLength() > 0) {
        Element failure = (Element) failures.item(0);
        return new TestResult(
            Ending.FAILED,
            Stream.of(failure.getAttribute("type"), failure.getAttribute("message"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(": ")));
      }
    }
    NodeList skipped = test.getElementsByTagName("skipped");
    return skipped.getLength() > 0
        ? new TestResult(Ending.SKIPPED, skipped.item(0).getTextContent().strip())
        : TestResult.PASSED;
  }
}
