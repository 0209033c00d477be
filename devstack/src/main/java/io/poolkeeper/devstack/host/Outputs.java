package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.OutputBinding;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an invocation set on its output bindings, by binding name. */
final class Outputs {
  static final String RETURN = "$return";
  private final Map<String, Slot> slots = new LinkedHashMap<>();

  OutputBinding<Object> target(String name) {
    return slots.computeIfAbsent(name, n -> new Slot());
  }

  void returned(Object value) {
    target(RETURN).setValue(value);
  }

  Object returned() {
    return target(RETURN).getValue();
  }

  /** Set values by binding name, the return value under {@code $return}. */
  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    slots.forEach(
        (name, slot) -> {
          if (slot.value != null) {
            values.put(name, slot.value);
          }
        });
    return values;
  }

  private static final class Slot implements OutputBinding<Object> {
    private Object value;

    @Override
    public Object getValue() {
      return value;
    }

    @Override
    public void setValue(Object value) {
      this.value = value;
    }
  }
}
