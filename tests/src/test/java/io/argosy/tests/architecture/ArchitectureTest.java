package io.argosy.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/architecture/README.md says of modules and packages holds for the classes. */
class ArchitectureTest {
  /** Classes of tests, which may come in an archive. */
  private static final Pattern TESTS = Pattern.compile(".*(-tests[.]jar|/test-classes/|-test/).*");

  private static JavaClasses house;

  @BeforeAll
  static void read() {
    house =
        new ClassFileImporter()
            .withImportOption(location -> !location.matches(TESTS))
            .importPackages(
                "io.argosy.planner", "io.argosy.agent", "io.argosy.coordinator", "io.argosy.tpcd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"planner", "agent", "coordinator", "tpcd"})
  void packagesHaveNoCircles(String module) {
    // The package of the module itself counts as one, too.
    slices().matching("io.argosy.(" + module + "..)").should().beFreeOfCycles().check(house);
    assertThat(house.that(resideInAPackage("io.argosy." + module + ".."))).hasSizeGreaterThan(50);
  }

  @Test
  void modulesKnowOnlyThoseBelowThem() {
    noClasses()
        .that()
        .resideInAPackage("io.argosy.planner..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.argosy.agent..", "io.argosy.coordinator..", "io.argosy.tpcd..")
        .check(house);
    noClasses()
        .that()
        .resideInAPackage("io.argosy.agent..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.argosy.planner..", "io.argosy.coordinator..", "io.argosy.tpcd..")
        .check(house);
    noClasses()
        .that()
        .resideInAPackage("io.argosy.coordinator..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.argosy.tpcd..")
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

  /** The benchmark is a client; it starts clusters by the command line and embedded servers. */
  @Test
  void theBenchmarkKnowsTheCoordinatorByItsCommandsOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.argosy.tpcd..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.argosy.coordinator..")
                .and(
                    not(
                        resideInAnyPackage(
                            "io.argosy.server.cli..", "io.argosy.coordinator.local.."))))
        .check(house);
  }

  /** What plans need not know who asks, and what runs plans not what a session is. */
  @Test
  void whatWorksForSessionsDoesNotKnowThem() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.argosy.coordinator.execute..",
            "io.argosy.coordinator.transaction..",
            "io.argosy.coordinator.snapshot..",
            "io.argosy.coordinator.catalog..",
            "io.argosy.coordinator.write..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.argosy.coordinator.session..")
        .check(house);
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
  @ValueSource(strings = {"planner", "agent", "coordinator", "tpcd"})
  void namesAreUniqueWithinTheirModule(String module) {
    Map<String, List<String>> named =
        house.that(resideInAPackage("io.argosy." + module + "..")).stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    named.values().removeIf(types -> types.size() == 1);
    assertThat(named).isEmpty();
  }
}
