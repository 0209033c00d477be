package io.poolkeeper.kql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** {@code summarize}: without {@code by} there is one row even of no rows at all. */
final class Summary implements UnaryOperator<List<Map<String, Object>>> {
  private final Map<String, BiFunction<String, List<Map<String, Object>>, Map<String, Object>>>
      aggregates = new LinkedHashMap<>();
  private final Map<String, Expression> by;
  private final Map<String, Object> constants;

  Summary(Tokens tokens, Expression.Parser expressions, Map<String, Object> constants) {
    this.constants = constants;
    do {
      String name = "";
      if (tokens.second().equals("=")) {
        name = tokens.name();
        tokens.expect("=");
      }
      String function = tokens.name();
      aggregates.put(
          name,
          function.equals("arg_max") && name.isEmpty()
              ? latest(tokens)
              : aggregate(function, name, expressions.arguments()));
    } while (tokens.accept(","));
    this.by = tokens.accept("by") ? Query.named(tokens, expressions) : Map.of();
  }

  @Override
  public List<Map<String, Object>> apply(List<Map<String, Object>> rows) {
    Map<Map<String, Object>, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    if (by.isEmpty()) {
      groups.put(Map.of(), List.of());
    }
    for (Map<String, Object> row : rows) {
      groups.computeIfAbsent(Query.values(by, row), key -> new ArrayList<>());
    }
    groups.replaceAll(
        (key, none) -> rows.stream().filter(row -> Query.values(by, row).equals(key)).toList());
    List<Map<String, Object>> summaries = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          Map<String, Object> summary = Query.with(key, constants);
          aggregates.forEach((name, of) -> summary.putAll(of.apply(name, group)));
          summaries.add(summary);
        });
    return summaries;
  }

  private static BiFunction<String, List<Map<String, Object>>, Map<String, Object>> aggregate(
      String function, String name, List<Expression> of) {
    int arguments =
        switch (function) {
          case "count" -> 0;
          case "percentile" -> 2;
          default -> 1;
        };
    if (name.isEmpty() || of.size() != arguments) {
      throw new IllegalArgumentException(
          "summarize: expected NAME = " + function + "() of " + arguments + " arguments");
    }
    return switch (function) {
      case "count" -> (column, rows) -> single(column, (long) rows.size());
      case "countif" ->
          (column, rows) ->
              single(column, rows.stream().filter(row -> Values.truth(of.get(0).of(row))).count());
      case "sum" ->
          (column, rows) ->
              single(column, numbers(rows, of.get(0)).stream().mapToLong(n -> n).sum());
      case "percentile" ->
          (column, rows) -> single(column, percentile(numbers(rows, of.get(0)), of.get(1)));
      case "min" -> (column, rows) -> single(column, extreme(rows, of.get(0), -1));
      case "max" -> (column, rows) -> single(column, extreme(rows, of.get(0), 1));
      default -> throw new IllegalArgumentException("not in the subset of KQL: " + function + "()");
    };
  }

  private static Object extreme(List<Map<String, Object>> rows, Expression of, int sign) {
    return rows.stream()
        .map(of::of)
        .filter(Objects::nonNull)
        .max((one, other) -> sign * Values.order(one, other))
        .orElse(null);
  }

  private static List<Long> numbers(List<Map<String, Object>> rows, Expression of) {
    List<Long> numbers = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Object value = of.of(row);
      if (value instanceof Long number) {
        numbers.add(number);
      } else if (value != null) {
        throw new IllegalArgumentException("expected a number, found " + value);
      }
    }
    return numbers;
  }

  /** By the nearest rank; the service estimates. */
  private static Object percentile(List<Long> numbers, Expression percent) {
    if (numbers.isEmpty()) {
      return null;
    }
    long rank = (numbers.size() * (long) percent.of(Map.of()) + 99) / 100;
    return numbers.stream().sorted().toList().get((int) Math.max(0, rank - 1));
  }

  /** {@code arg_max(TimeGenerated, COLUMN)}, the only form in use. */
  private static BiFunction<String, List<Map<String, Object>>, Map<String, Object>> latest(
      Tokens tokens) {
    List.of("(", "TimeGenerated", ",").forEach(tokens::expect);
    String kept = tokens.name();
    tokens.expect(")");
    return (column, rows) -> latest(rows, kept);
  }

  private static Map<String, Object> latest(List<Map<String, Object>> rows, String kept) {
    Map<String, Object> latest = new LinkedHashMap<>();
    latest.put("TimeGenerated", null);
    latest.put(kept, null);
    rows.stream()
        .max((one, other) -> Values.order(one.get("TimeGenerated"), other.get("TimeGenerated")))
        .ifPresent(row -> latest.replaceAll((column, none) -> row.get(column)));
    return latest;
  }

  private static Map<String, Object> single(String name, Object value) {
    Map<String, Object> single = new LinkedHashMap<>();
    single.put(name, value);
    return single;
  }
}
