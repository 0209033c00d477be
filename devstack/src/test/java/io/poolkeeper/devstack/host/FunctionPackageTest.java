package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionPackageTest {
  private static final HostSettings NONE = new HostSettings(Map.of());
  @TempDir Path folder;

  private FunctionPackage read() {
    StartCheck check = new StartCheck();
    FunctionPackage pkg = FunctionPackage.read(folder, NONE, check);
    check.orFail();
    return pkg;
  }

  @Test
  void readsWhatIsStaged() throws IOException {
    SamplePackage.in(folder).queues("none").queueFunctions().webFunctions().stage();
    FunctionPackage pkg = read();
    assertEquals(
        List.of("Event", "Hello", "Open", "Record", "Slow"),
        pkg.functions().stream().map(FunctionDefinition::name).toList());
    FunctionDefinition hello = pkg.functions().get(1);
    assertEquals(folder.resolve("sample.jar"), hello.script());
    assertTrue(hello.isTriggeredBy("HTTPTRIGGER"));
    assertTrue(hello.output("$return").isPresent());
    assertEquals(1, pkg.libraries().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'entryPoint':'a.B.c','scriptFile':'../no.jar','bindings':[{'type':'xTrigger'}]} | no.jar does not exist",
        "{'entryPoint':'a.B.c','bindings':[{'type':'xTrigger'}]}                          | the text scriptFile is missing",
        "{'scriptFile':'../sample.jar','bindings':[{'type':'xTrigger'}]}                  | the text entryPoint is missing",
        "{'scriptFile':'../sample.jar','entryPoint':'a.B.c','bindings':[]}                | exactly one trigger binding expected, found 0",
        "{'scriptFile':'../sample.jar','entryPoint':'a.B.c'                               | is not readable JSON",
      })
  void aBrokenFunctionJsonIsRefusedWithItsPlace(String json, String expected) throws IOException {
    SamplePackage.in(folder).queues("none").stage();
    Path file = Files.createDirectories(folder.resolve("Broken")).resolve("function.json");
    Files.writeString(file, json.replace('\'', '"'));
    HostFailure failure = assertThrows(HostFailure.class, () -> read());
    assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    assertTrue(failure.getMessage().contains(file.toString()), failure.getMessage());
  }

  @Test
  void everyBrokenFunctionJsonIsNamedAtOnce() throws IOException {
    SamplePackage.in(folder).queues("none").queueFunctions().stage();
    for (String name : List.of("BrokenA", "BrokenB")) {
      Path file = Files.createDirectories(folder.resolve(name)).resolve("function.json");
      Files.writeString(file, "{\"bindings\":[{\"name\":\"x\"}]}");
    }
    HostFailure failure = assertThrows(HostFailure.class, this::read);
    List<String> expected =
        Stream.of("BrokenA", "BrokenB")
            .flatMap(
                name ->
                    Stream.of(
                            "the text type is missing",
                            "exactly one trigger binding expected, found 0",
                            "the text scriptFile is missing",
                            "the text entryPoint is missing")
                        .map(text -> folder.resolve(name).resolve("function.json") + ": " + text))
            .toList();
    assertEquals(expected, failure.problems());
  }

  @Test
  void anEmptyFolderSaysThatThePackageMustBeStaged() {
    HostFailure failure = assertThrows(HostFailure.class, () -> read());
    assertTrue(failure.getMessage().contains("stage the package"), failure.getMessage());
  }

  @Test
  void anEntryPointThatIsNotInTheJarIsNamed() throws IOException {
    SamplePackage.in(folder).queues("none").queueFunctions().stage();
    FunctionPackage pkg = read();
    FunctionLoader loader = new FunctionLoader(pkg);
    FunctionDefinition record = pkg.functions().get(0);
    for (String wrong : List.of("no.Such.method", record.entryPoint() + "X", "nodots")) {
      FunctionDefinition broken =
          new FunctionDefinition("F", record.script(), wrong, record.bindings(), false);
      HostFailure failure = assertThrows(HostFailure.class, () -> loader.load(broken));
      assertTrue(failure.getMessage().startsWith("F: "), failure.getMessage());
    }
  }
}
