package io.argosy.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/architecture/README.md says of modules and packages holds for the classes. */
class ArchitectureTest {
  /** Classes of tests, which may come in an archive. */
  private static final Pattern TESTS = Pattern.compile(".*(-tests[.]jar|/test-classes/|-test/).*");

  /** The packages of each module, and the modules that it may know. */
  private enum Module {
    SQL(Set.of(), "sql"),
    PROTOCOL(Set.of(), "protocol"),
    SHARD_AGENT(Set.of(PROTOCOL), "node", "agent"),
    PLANNER(Set.of(SQL), "planner"),
    COORDINATOR(Set.of(SQL, PROTOCOL, SHARD_AGENT, PLANNER), "coordinator"),
    /** A client of the coordinator's SQL endpoint: it knows nothing else of Argosy. */
    CONSOLE(Set.of(), "console"),
    SERVER(Set.of(PROTOCOL, SHARD_AGENT, PLANNER, COORDINATOR, CONSOLE), "server"),
    /** A client of any PostgreSQL: it knows nothing else of Argosy. */
    TPCD(Set.of(), "tpcd"),
    LAB(Set.of(PROTOCOL, SHARD_AGENT, SERVER, TPCD), "lab");

    private final Set<Module> known;
    private final List<String> roots;

    Module(Set<Module> known, String... roots) {
      this.known = known;
      this.roots = List.of(roots);
    }

    /** All packages of the module. */
    String[] packages() {
      return roots.stream().map(root -> "io.argosy." + root + "..").toArray(String[]::new);
    }

    /** All packages of the modules that it may not know. */
    String[] hidden() {
      return Arrays.stream(values())
          .filter(other -> other != this && !known.contains(other))
          .flatMap(other -> Arrays.stream(other.packages()))
          .toArray(String[]::new);
    }
  }

  private static JavaClasses house;

  @BeforeAll
  static void read() {
    house =
        new ClassFileImporter()
            .withImportOption(location -> !location.matches(TESTS))
            .importPackages("io.argosy");
  }

  @ParameterizedTest
  @EnumSource
  void packagesHaveNoCircles(Module module) {
    // The package of the module itself counts as one, too.
    JavaClasses own = house.that(resideInAnyPackage(module.packages()));
    slices().matching("(io.argosy..)").should().beFreeOfCycles().check(own);
    assertThat(own).hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource
  void modulesKnowOnlyThoseBelowThem(Module module) {
    noClasses()
        .that()
        .resideInAnyPackage(module.packages())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(module.hidden())
        .check(house);
  }

  @Test
  void everyClassIsOfAModule() {
    String[] all =
        Arrays.stream(Module.values())
            .flatMap(module -> Arrays.stream(module.packages()))
            .toArray(String[]::new);
    assertThat(house.that(not(resideInAnyPackage(all)))).isEmpty();
  }

  /** What a node can do is told without its forms, and the forms without the process. */
  @Test
  void aNodeDoesNotKnowItsForms() {
    noClasses()
        .that()
        .resideInAPackage("io.argosy.node")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.argosy.node.*..", "io.argosy.agent..")
        .check(house);
    noClasses()
        .that()
        .resideInAPackage("io.argosy.node..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.argosy.agent..")
        .check(house);
  }

  /** The proof is asked by all, and what can be moved or written otherwise does not search. */
  @Test
  void roomsOfThePlannerKnowOnlyThoseBelowThem() {
    List<String> upwards =
        List.of(
            "io.argosy.planner.facts",
            "io.argosy.planner.plan",
            "io.argosy.planner.bind",
            "io.argosy.planner.proof",
            "io.argosy.planner.write",
            "io.argosy.planner.movement.rows",
            "io.argosy.planner.movement",
            "io.argosy.planner.forms..",
            "io.argosy.planner.search",
            "io.argosy.planner.modify");
    for (int i = 1; i < upwards.size(); i++) {
      noClasses()
          .that()
          .resideInAPackage(upwards.get(i - 1))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(upwards.subList(i, upwards.size()).toArray(String[]::new))
          .check(house);
    }
  }

  /** Of the server the experiments use the command line and the clusters of one machine. */
  @Test
  void experimentsKnowTheServerByItsCommandsOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.argosy.lab..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.argosy.server..")
                .and(not(resideInAnyPackage("io.argosy.server.cli..", "io.argosy.server.local.."))))
        .check(house);
  }

  /** What plans need not know who asks, and what runs plans not what a session is. */
  @Test
  void whatWorksForSessionsDoesNotKnowThem() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.argosy.coordinator.activity..",
            "io.argosy.coordinator.analysis..",
            "io.argosy.coordinator.cluster..",
            "io.argosy.coordinator.execute..",
            "io.argosy.coordinator.limit..",
            "io.argosy.coordinator.metadata..",
            "io.argosy.coordinator.transaction..",
            "io.argosy.coordinator.write..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.argosy.coordinator.explain..",
            "io.argosy.coordinator.session..",
            "io.argosy.coordinator.settings..",
            "io.argosy.coordinator.statement..")
        .check(house);
  }

  /**
   * A buffer that was released belongs to whoever takes the next one from the pool, and its count
   * is that one's: asking tells nothing.
   */
  @Test
  void nobodyAsksABufferWhetherItWasReleased() {
    noClasses().should().callMethodWhere(target(name("refCnt"))).check(house);
  }

  @Test
  void exceptionsAreCalledSo() {
    classes()
        .that()
        .areAssignableTo(Throwable.class)
        .should()
        .haveSimpleNameEndingWith("Exception")
        .check(house);
  }

  @ParameterizedTest
  @EnumSource
  void namesAreUniqueWithinTheirModule(Module module) {
    Map<String, List<String>> named =
        house.that(resideInAnyPackage(module.packages())).stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    named.values().removeIf(types -> types.size() == 1);
    assertThat(named).isEmpty();
  }
}
