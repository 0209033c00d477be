package io.poolkeeper.telemetry;

import io.poolkeeper.model.Masked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cuts long lists and texts; says how many elements were left out. */
final class Caps {
  private final int listCap;
  private final int textCap;

  Caps(int listCap, int textCap) {
    this.listCap = listCap;
    this.textCap = textCap;
  }

  Map<String, Object> of(Map<?, ?> fields) {
    Map<String, Object> cut = new LinkedHashMap<>();
    fields.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          cut.put(name, value(value));
          if (value instanceof List<?> list && list.size() > listCap) {
            cut.put(name + "LeftOut", list.size() - listCap);
          }
        });
    return cut;
  }

  private Object value(Object value) {
    if (value instanceof Map<?, ?> map) {
      return of(map);
    }
    if (value instanceof List<?> list) {
      List<Object> cut = new ArrayList<>();
      list.subList(0, Math.min(listCap, list.size())).forEach(element -> cut.add(value(element)));
      return cut;
    }
    return value instanceof String text ? text(Masked.of(text)) : value;
  }

  private String text(String text) {
    if (text.length() <= textCap) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(textCap - 1)) ? textCap - 1 : textCap;
    return text.substring(0, end) + "...";
  }
}
