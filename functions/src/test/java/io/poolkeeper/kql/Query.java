package io.poolkeeper.kql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Runs the part of KQL that alerts and workbook are written in: one table, {@code let} of a number,
 * {@code where}, {@code extend}, {@code project}, {@code mv-expand}, {@code summarize}, {@code
 * order by}. Whatever else a query has is refused, never passed over.
 */
public final class Query {
  private final Map<String, Object> constants = new LinkedHashMap<>();
  private final String table;
  private final List<UnaryOperator<List<Map<String, Object>>>> steps = new ArrayList<>();

  /**
   * @throws IllegalArgumentException for what is not in the subset
   */
  public Query(String text) {
    Tokens tokens = new Tokens(text);
    Expression.Parser expressions = new Expression.Parser(tokens);
    while (tokens.accept("let")) {
      String name = tokens.name();
      tokens.expect("=");
      constants.put(name, expressions.expression().of(Map.of()));
      tokens.expect(";");
    }
    this.table = tokens.name();
    while (!tokens.isAtEnd()) {
      tokens.expect("|");
      steps.add(step(tokens, expressions));
    }
  }

  /** Rows by the columns of the table; a new list of rows by the columns of the query. */
  public List<Map<String, Object>> over(String name, List<Map<String, Object>> rows) {
    if (!table.equals(name)) {
      throw new IllegalArgumentException("the query reads " + table + ", not " + name);
    }
    List<Map<String, Object>> now =
        rows.stream().<Map<String, Object>>map(row -> with(row, constants)).toList();
    for (UnaryOperator<List<Map<String, Object>>> step : steps) {
      now = step.apply(now);
    }
    return now;
  }

  private UnaryOperator<List<Map<String, Object>>> step(
      Tokens tokens, Expression.Parser expressions) {
    String operator = tokens.next();
    switch (operator) {
      case "where" -> {
        Expression condition = expressions.expression();
        return rows -> rows.stream().filter(row -> Values.truth(condition.of(row))).toList();
      }
      case "extend" -> {
        Map<String, Expression> named = named(tokens, expressions);
        return rows -> rows.stream().map(row -> with(row, values(named, row))).toList();
      }
      case "project" -> {
        Map<String, Expression> named = named(tokens, expressions);
        return rows -> rows.stream().map(row -> with(values(named, row), constants)).toList();
      }
      case "mv-expand" -> {
        String name = tokens.name();
        tokens.expect("=");
        Expression list = expressions.expression();
        return rows -> rows.stream().flatMap(row -> expand(row, name, list.of(row))).toList();
      }
      case "order" -> {
        tokens.expect("by");
        Comparator<Map<String, Object>> order = order(tokens, expressions);
        while (tokens.accept(",")) {
          order = order.thenComparing(order(tokens, expressions));
        }
        Comparator<Map<String, Object>> whole = order;
        return rows -> rows.stream().sorted(whole).toList();
      }
      case "summarize" -> {
        return new Summary(tokens, expressions, constants);
      }
      default ->
          throw new IllegalArgumentException("not in the subset of KQL: operator " + operator);
    }
  }

  /** With its direction; what has no value comes last. */
  private static Comparator<Map<String, Object>> order(
      Tokens tokens, Expression.Parser expressions) {
    Expression by = expressions.expression();
    boolean descending = tokens.accept("desc");
    if (!descending) {
      tokens.expect("asc");
    }
    Comparator<Object> values = descending ? (a, b) -> Values.order(b, a) : Values::order;
    return Comparator.comparing(by::of, Comparator.nullsLast(values));
  }

  /** A list that is missing or empty gives one row without a value, the harder case for a query. */
  private static java.util.stream.Stream<Map<String, Object>> expand(
      Map<String, Object> row, String name, Object list) {
    List<Object> elements = new ArrayList<>();
    if (list instanceof JsonNode node) {
      if (!node.isArray()) {
        throw new IllegalArgumentException("mv-expand of lists only, found " + node);
      }
      node.forEach(elements::add);
    }
    if (elements.isEmpty()) {
      elements.add(null);
    }
    return elements.stream().map(element -> with(row, single(name, element)));
  }

  static Map<String, Expression> named(Tokens tokens, Expression.Parser expressions) {
    Map<String, Expression> named = new LinkedHashMap<>();
    do {
      // a bin without a name is called as what it bins
      String name = tokens.peek().equals("bin") ? tokens.third() : tokens.peek();
      if (tokens.second().equals("=")) {
        tokens.name();
        tokens.expect("=");
      }
      named.put(name, expressions.expression());
    } while (tokens.accept(","));
    return named;
  }

  static Map<String, Object> values(Map<String, Expression> named, Map<String, Object> row) {
    Map<String, Object> values = new LinkedHashMap<>();
    named.forEach((name, expression) -> values.put(name, expression.of(row)));
    return values;
  }

  static Map<String, Object> with(Map<String, Object> row, Map<String, Object> more) {
    Map<String, Object> wider = new LinkedHashMap<>(row);
    wider.putAll(more);
    return wider;
  }

  private static Map<String, Object> single(String name, Object value) {
    Map<String, Object> single = new LinkedHashMap<>();
    single.put(name, value);
    return single;
  }
}
