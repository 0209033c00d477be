package io.poolkeeper.kql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Scalar functions and operators, stricter than the service: values of two kinds never compare. */
final class Values {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Values() {}

  static boolean truth(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw new IllegalArgumentException("expected true or false, found " + value);
  }

  /** A missing value is equal to none, unlike every other, and in no order. */
  static boolean compare(String operator, Object left, Object right) {
    if (left == null || right == null) {
      return operator.equals("!=") && left != right;
    }
    if (!left.getClass().equals(right.getClass()) || left instanceof JsonNode) {
      throw new IllegalArgumentException(
          "cannot compare " + left.getClass() + " with " + right.getClass() + ": convert first");
    }
    int order = order(left, right);
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      default -> throw new IllegalArgumentException("no operator " + operator);
    };
  }

  static int order(Object left, Object right) {
    if (left instanceof Long one) {
      return one.compareTo((Long) right);
    }
    if (left instanceof Instant one) {
      return one.compareTo((Instant) right);
    }
    if (left instanceof String one) {
      return one.compareTo((String) right);
    }
    return ((Boolean) left).compareTo((Boolean) right);
  }

  /** Whole words, without case, as the service indexes them. */
  static boolean has(Object text, Object word) {
    Pattern whole =
        Pattern.compile("(?<![\\p{Alnum}_])" + Pattern.quote(lower(word)) + "(?![\\p{Alnum}_])");
    return whole.matcher(lower(text)).find();
  }

  private static String lower(Object text) {
    return ((String) text).toLowerCase(Locale.ROOT);
  }

  static Object member(Object of, String name) {
    if (of == null) {
      return null;
    }
    if (of instanceof JsonNode node) {
      JsonNode found = node.get(name);
      return found == null || found.isNull() ? null : found;
    }
    throw new IllegalArgumentException("." + name + " of a value that is not dynamic");
  }

  /** Beyond the end there is no value. */
  static Object element(Object of, int index) {
    if (of instanceof ArrayNode array) {
      return array.get(index);
    }
    throw new IllegalArgumentException("[" + index + "] of what is no list: " + of);
  }

  static Expression call(String function, List<Expression> arguments) {
    return switch (function) {
      case "parse_json" -> one(function, arguments, Values::parse);
      case "tostring" -> one(function, arguments, Values::text);
      case "tolong" -> one(function, arguments, Values::number);
      case "isempty" -> one(function, arguments, value -> ((String) value).isEmpty());
      case "pack_array" -> row -> array(arguments.stream().map(one -> one.of(row)).toList());
      case "case" -> choice(arguments);
      case "isnotempty" -> one(function, arguments, value -> !((String) value).isEmpty());
      case "split" -> split(arguments);
      case "bin" -> bin(arguments);
      case "datetime_diff" -> seconds(arguments);
      default -> throw new IllegalArgumentException("not in the subset of KQL: " + function + "()");
    };
  }

  private static ArrayNode array(List<?> elements) {
    ArrayNode array = MAPPER.createArrayNode();
    for (Object element : elements) {
      if (!(element instanceof String text)) {
        throw new IllegalArgumentException("pack_array() of texts only, found " + element);
      }
      array.add(text);
    }
    return array;
  }

  private static Expression choice(List<Expression> arguments) {
    if (arguments.size() < 3 || arguments.size() % 2 == 0) {
      throw new IllegalArgumentException("case() of pairs and a last value only");
    }
    int last = arguments.size() - 1;
    return row -> {
      for (int i = 0; i < last; i += 2) {
        if (truth(arguments.get(i).of(row))) {
          return arguments.get(i + 1).of(row);
        }
      }
      return arguments.get(last).of(row);
    };
  }

  private static Expression split(List<Expression> arguments) {
    if (arguments.size() != 2) {
      throw new IllegalArgumentException("split() takes a text and what parts it");
    }
    return row ->
        array(
            List.of(
                ((String) arguments.get(0).of(row))
                    .split(Pattern.quote((String) arguments.get(1).of(row)), -1)));
  }

  private static Expression bin(List<Expression> arguments) {
    return row -> {
      if (arguments.size() != 2
          || !(arguments.get(0).of(row) instanceof Instant time)
          || !(arguments.get(1).of(row) instanceof Duration span)) {
        throw new IllegalArgumentException("bin() of a time by minutes or hours only");
      }
      long seconds = time.getEpochSecond();
      return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, span.toSeconds()));
    };
  }

  private interface Function {
    Object of(Object value);
  }

  private static Expression one(String name, List<Expression> arguments, Function function) {
    if (arguments.size() != 1) {
      throw new IllegalArgumentException(name + "() takes one argument");
    }
    return row -> function.of(arguments.get(0).of(row));
  }

  private static Expression seconds(List<Expression> arguments) {
    return row -> {
      if (arguments.size() != 3 || !"second".equals(arguments.get(0).of(row))) {
        throw new IllegalArgumentException("datetime_diff() of two times in seconds only");
      }
      Instant end = (Instant) arguments.get(1).of(row);
      Instant start = (Instant) arguments.get(2).of(row);
      return Duration.between(start, end).toSeconds();
    };
  }

  private static Object parse(Object text) {
    try {
      return MAPPER.readTree((String) text);
    } catch (JsonProcessingException e) {
      return new TextNode((String) text);
    }
  }

  private static String text(Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof JsonNode node && node.isTextual() ? node.textValue() : value.toString();
  }

  private static Object number(Object value) {
    if (value == null || value instanceof Long) {
      return value;
    }
    String digits = text(value);
    return digits.matches("-?\\d{1,18}") ? Long.valueOf(digits) : null;
  }
}
