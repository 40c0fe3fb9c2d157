package io.argosy.agent.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * With the system property {@code quick}, classes of tests are skipped that start a PostgreSQL:
 * those whose code names what starts one, or names other code of tests that does. Registered for
 * all classes by {@code META-INF/services}.
 */
public final class WithoutServers implements ExecutionCondition {
  /** What starts servers; with points, or this class would name them, too. */
  private static final Set<String> SERVERS =
      Set.of(
          "io.zonky.test.db.postgres.embedded.EmbeddedPostgres",
          "io.argosy.agent.embedded.EmbeddedServer",
          "io.argosy.agent.embedded.EmbeddedNodes",
          "io.argosy.server.local.LocalCluster");

  /** In the bytes of a class the names of others are plain text. */
  private static final Pattern NAME = Pattern.compile("io/(?:argosy|zonky)/[\\w/$]+");

  /** Where classes of tests are. */
  private static final Pattern TESTS = Pattern.compile(".*(-tests[.]jar!|/test-classes/|-test/).*");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (!Boolean.getBoolean("quick")) {
      return ConditionEvaluationResult.enabled("all tests run");
    }
    return context
        .getTestClass()
        .filter(WithoutServers::startsServer)
        .map(type -> ConditionEvaluationResult.disabled("it starts a PostgreSQL"))
        .orElseGet(() -> ConditionEvaluationResult.enabled("it starts no PostgreSQL"));
  }

  static boolean startsServer(Class<?> test) {
    ClassLoader loader = test.getClassLoader();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(test.getName().replace('.', '/'));
    while (!open.isEmpty()) {
      Matcher names = NAME.matcher(bytes(loader, open.pop()));
      while (names.find()) {
        String name = names.group();
        if (SERVERS.contains(name.replace('/', '.'))) {
          return true;
        }
        if (seen.add(name) && isOfTests(loader.getResource(name + ".class"))) {
          open.add(name);
        }
      }
    }
    return false;
  }

  private static boolean isOfTests(URL resource) {
    return resource != null && TESTS.matcher(resource.toString()).matches();
  }

  private static String bytes(ClassLoader loader, String name) {
    try (InputStream resource = loader.getResourceAsStream(name + ".class")) {
      return resource == null ? "" : new String(resource.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
