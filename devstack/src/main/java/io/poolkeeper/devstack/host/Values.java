package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Turns what a trigger carries into what a parameter asks for, after the Java worker's rules: a
 * string stays as it is, numbers are parsed, anything else is read as JSON.
 */
final class Values {
  private Values() {}

  static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    return type instanceof Class<?> plain ? plain : Object.class;
  }

  static Type argument(Type type) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[0]
        : Object.class;
  }

  static Object fromBytes(byte[] bytes, Type target) {
    Class<?> raw = raw(target);
    if (raw == Optional.class) {
      return bytes.length == 0 ? Optional.empty() : Optional.of(fromBytes(bytes, argument(target)));
    }
    if (raw == byte[].class) {
      return bytes.clone();
    }
    return fromText(new String(bytes, StandardCharsets.UTF_8), target);
  }

  static Object fromText(String text, Type target) {
    Class<?> raw = raw(target);
    return raw == String.class || raw == Object.class ? text : fromJsonText(text, target);
  }

  private static Object fromJsonText(String text, Type target) {
    try {
      return Json.MAPPER.readValue(text, Json.MAPPER.constructType(target));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "a value of %d characters cannot be bound to %s: %s"
              .formatted(text.length(), target.getTypeName(), e.getOriginalMessage()),
          e);
    }
  }
}
