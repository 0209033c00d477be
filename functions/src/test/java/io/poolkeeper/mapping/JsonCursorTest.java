package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonCursorTest {
  private static final Shape SHAPE = new Shape("a thing", List.of("a"), List.of("b"));

  private final ViolationList violations = new ViolationList();
  private JsonParser parser;

  private JsonCursor at(String json) throws IOException {
    parser = new JsonFactory().createParser(json.replace('\'', '"'));
    parser.nextToken();
    return new JsonCursor(parser, violations);
  }

  private List<String> found() {
    return violations.toList().stream().map(v -> v.path() + " " + v.message()).toList();
  }

  @Test
  void anObjectWithMistakesIsStillAnObject() throws IOException {
    assertTrue(at("{'c':[1],'b':2}").object(SHAPE, name -> name.equals("b")));
    assertEquals(JsonToken.END_OBJECT, parser.currentToken());
    assertEquals(2, found().size(), found().toString());
    assertFalse(at("[{}]").object(SHAPE, name -> true));
    assertEquals(JsonToken.END_ARRAY, parser.currentToken(), "skipped to its end");
  }

  @Test
  void aRepeatedPropertyIsNotReadAgain() throws IOException {
    List<String> read = new ArrayList<>();
    at("{'a':1,'a':[2]}").object(SHAPE, read::add);
    assertEquals(List.of("a"), read);
    assertEquals(
        List.of("$.a expected every key once, found it again; keep one of the two"), found());
  }

  @Test
  void aMapReadsItsEntriesInOrderUpToTheLimit() throws IOException {
    List<String> read = new ArrayList<>();
    assertTrue(at("{'x':1,'y':2}").map("a map", 2, (name, i) -> read.add(name + i)));
    assertEquals(List.of("x0", "y1"), read);
    assertEquals(List.of(), found());
    read.clear();
    assertFalse(at("{'x':1,'y':[2],'z':3}").map("a map", 1, (name, i) -> read.add(name + i)));
    assertEquals(List.of("x0"), read);
    assertEquals(List.of("$ expected at most 1 entries, found 3; split the document up"), found());
  }

  @Test
  void aMapRefusesWhatIsNoneAndRepeatedNames() throws IOException {
    List<String> read = new ArrayList<>();
    assertFalse(at("7").map("a map", 2, (name, i) -> read.add(name + i)));
    assertEquals(List.of("$ expected a map, found the number 7; correct the value"), found());
    assertTrue(at("{'x':1,'x':2,'y':3}").map("a map", 3, (name, i) -> read.add(name + i)));
    assertEquals(List.of("x0", "y2"), read);
    assertEquals(
        "$.x expected every key once, found it again; keep one of the two", found().get(1));
  }

  @Test
  void aListReadsItsItemsUpToTheLimit() throws IOException {
    List<Integer> read = new ArrayList<>();
    assertTrue(at("[1,2]").list("a list", 2, (name, i) -> read.add(i)));
    assertEquals(List.of(0, 1), read);
    assertEquals(List.of(), found());
    read.clear();
    assertFalse(at("[1,[2],3]").list("a list", 1, (name, i) -> read.add(i)));
    assertEquals(List.of(0), read);
    assertEquals(List.of("$ expected at most 1 entries, found 3; split the document up"), found());
    assertFalse(at("{}").list("a list", 1, (name, i) -> read.add(i)));
  }

  @Test
  void anIntegerMayBeAnythingWholeWithinItsBounds() throws IOException {
    assertEquals(Optional.of(2L), at("2").integer(2, 4));
    assertEquals(Optional.of(4L), at("4").integer(2, 4));
    assertEquals(Optional.of(3L), at("3.0").integer(2, 4));
    assertEquals(Optional.of(20L), at("2e1").integer(2, 40));
    assertEquals(Optional.of(0L), at("0.00").integer(0, 4));
    assertEquals(Optional.of(0L), at("0e999").integer(0, 4));
    assertEquals(List.of(), found());
    assertEquals(Optional.empty(), at("1").integer(2, 4));
    assertEquals(Optional.empty(), at("5").integer(2, 4));
    assertEquals(Optional.empty(), at("2.5").integer(2, 4));
    assertEquals(Optional.empty(), at("'3'").integer(2, 4));
    assertEquals(Optional.empty(), at("[3]").integer(2, 4));
    assertEquals(5, found().size());
    assertEquals(
        "$ expected a whole number from 2 to 4, found the number 1; correct the value",
        found().get(0));
  }

  @Test
  void aNumberMayHaveEighteenDigitsInAHundredCharacters() throws IOException {
    long most = 999_999_999_999_999_999L;
    assertEquals(Optional.of(most), at("" + most).integer(0, Long.MAX_VALUE));
    assertEquals(Optional.empty(), at("1000000000000000000").integer(0, Long.MAX_VALUE));
    assertEquals(Optional.empty(), at("1e999999999").integer(0, Long.MAX_VALUE));
    String long100 = "1." + "0".repeat(98);
    assertEquals(Optional.of(1L), at(long100).integer(0, 4));
    assertEquals(Optional.empty(), at(long100 + "0").integer(0, 4));
  }

  @Test
  void namesMayBeAsLongAsTheirLimit() throws IOException {
    String name = "x".repeat(Limits.NAME_LENGTH);
    at("{'" + name + "':1}").map("a map", 2, (n, i) -> {});
    assertEquals(List.of(), found());
    at("{'" + name + "y':1}").map("a map", 2, (n, i) -> {});
    assertEquals(1, found().size());
    assertTrue(found().get(0).endsWith("at most 253 characters, found 254; shorten it"));
  }

  @Test
  void textAndTruthAreTakenAsTheyAre() throws IOException {
    assertEquals(Optional.of("t"), at("'t'").text("a text"));
    assertEquals(Optional.of(true), at("true").bool());
    assertEquals(Optional.of(false), at("false").bool());
    assertEquals(Optional.empty(), at("{}").text("a text"));
    assertEquals(Optional.empty(), at("'true'").bool());
    assertEquals(
        List.of(
            "$ expected a text, found an object; correct the value",
            "$ expected true or false, found the text 'true'; correct the value"),
        found());
  }
}
