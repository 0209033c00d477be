package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {

  @Test
  void sortsKeysAndWritesNoBlanks() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("b", List.of("z", "a", 1, 2L, true));
    value.put("a", Map.of());
    value.put("B", List.of());
    assertEquals("{\"B\":[],\"a\":{},\"b\":[\"z\",\"a\",1,2,true]}", CanonicalJson.write(value));
  }

  @Test
  void escapesWhatJsonWantsEscaped() {
    assertEquals(
        "{\"\\\"\\\\\":\"\\n\\u0001\u00e4\"}",
        CanonicalJson.write(Map.of("\"\\", "\n\u0001\u00e4")));
  }

  @Test
  void hashesTheBytes() {
    assertEquals(
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
        CanonicalJson.sha256(Map.of()));
  }

  @Test
  void refusesValuesWithoutACanonicalForm() {
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.write(1.5));
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.write(new Object()));
  }
}
