package io.poolkeeper.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which package may know which. */
final class ArchitectureTest {
  private static JavaClasses app;

  @BeforeAll
  static void read() {
    app =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.poolkeeper");
  }

  @Test
  void theCoreKnowsNoAzureType() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.poolkeeper.model..",
            "io.poolkeeper.mapping..",
            "io.poolkeeper.arm..",
            "io.poolkeeper.plan..",
            "io.poolkeeper.egress..",
            "io.poolkeeper.state..",
            "io.poolkeeper.port..",
            "io.poolkeeper.reconcile..",
            "io.poolkeeper.ingest..",
            "io.poolkeeper.telemetry..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.azure..", "com.microsoft..", "reactor..")
        .check(app);
  }

  @Test
  void oneAdapterKnowsOpenTelemetry() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.poolkeeper.opentelemetry..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.opentelemetry..")
        .check(app);
    noClasses()
        .that()
        .resideInAPackage("io.poolkeeper.opentelemetry..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(except("port", "opentelemetry"))
        .check(app);
  }

  @Test
  void modelKnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage("io.poolkeeper.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(except("model"))
        .check(app);
  }

  @Test
  void planAndEgressArePure() {
    noClasses()
        .that()
        .resideInAnyPackage("io.poolkeeper.plan..", "io.poolkeeper.egress..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(except("model", "plan", "egress"))
        .check(app);
  }

  @Test
  void portsKnowNoAdapterAndNoReconciler() {
    noClasses()
        .that()
        .resideInAPackage("io.poolkeeper.port..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(except("model", "plan", "port"))
        .check(app);
  }

  @Test
  void adaptersKnowPortsNotTheReconciler() {
    noClasses()
        .that()
        .resideInAPackage("io.poolkeeper.azure..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.poolkeeper.reconcile..",
            "io.poolkeeper.ingest..",
            "io.poolkeeper.app..",
            "io.poolkeeper.trigger..")
        .check(app);
  }

  @Test
  void theReconcilerKnowsNoAdapter() {
    noClasses()
        .that()
        .resideInAnyPackage("io.poolkeeper.reconcile..", "io.poolkeeper.ingest..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.poolkeeper.azure..",
            "io.poolkeeper.app..",
            "io.poolkeeper.trigger..",
            "io.poolkeeper.telemetry..")
        .check(app);
  }

  @Test
  void nobodyKnowsTheTriggers() {
    classes()
        .that()
        .resideInAPackage("io.poolkeeper.trigger..")
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAPackage("io.poolkeeper.trigger..")
        .check(app);
  }

  @Test
  void packagesOfTheCoreHaveNoCircles() {
    slices()
        .matching("io.poolkeeper.(reconcile|ingest|telemetry|app|trigger|state|mapping|egress)..")
        .should()
        .beFreeOfCycles()
        .check(app);
  }

  @Test
  void exitsAndThreadSleepsDoNotExist() {
    noClasses().should().callMethod(System.class, "exit", int.class).check(app);
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(app);
  }

  private static String[] except(String... allowed) {
    return java.util.stream.Stream.of(
            "model",
            "mapping",
            "arm",
            "plan",
            "egress",
            "state",
            "port",
            "reconcile",
            "ingest",
            "telemetry",
            "azure",
            "opentelemetry",
            "app",
            "trigger")
        .filter(name -> !java.util.List.of(allowed).contains(name))
        .map(name -> "io.poolkeeper." + name + "..")
        .toArray(String[]::new);
  }
}
