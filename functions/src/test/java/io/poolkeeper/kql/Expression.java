package io.poolkeeper.kql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a row gives: null, Boolean, Long, String, Instant, Duration or JsonNode. */
interface Expression {
  Object of(Map<String, Object> row);

  /** From words to an expression; refuses what it does not know. */
  final class Parser {
    private final Tokens tokens;

    Parser(Tokens tokens) {
      this.tokens = tokens;
    }

    Expression expression() {
      Expression left = conjunction();
      while (tokens.accept("or")) {
        Expression one = left;
        Expression other = conjunction();
        left = row -> Values.truth(one.of(row)) || Values.truth(other.of(row));
      }
      return left;
    }

    private Expression conjunction() {
      Expression left = comparison();
      while (tokens.accept("and")) {
        Expression one = left;
        Expression other = comparison();
        left = row -> Values.truth(one.of(row)) && Values.truth(other.of(row));
      }
      return left;
    }

    private Expression comparison() {
      Expression left = member();
      switch (tokens.peek()) {
        case "==", "!=", "<", "<=", ">", ">=" -> {
          String operator = tokens.next();
          Expression right = member();
          return row -> Values.compare(operator, left.of(row), right.of(row));
        }
        case "has" -> {
          tokens.next();
          Expression right = member();
          return row -> Values.has(left.of(row), right.of(row));
        }
        case "in", "!in" -> {
          boolean wanted = tokens.next().equals("in");
          List<Expression> list = arguments();
          return row ->
              wanted
                  == list.stream().anyMatch(one -> Values.compare("==", left.of(row), one.of(row)));
        }
        default -> {
          return left;
        }
      }
    }

    private Expression member() {
      Expression value = primary();
      while (tokens.peek().equals(".") || tokens.peek().equals("[")) {
        Expression of = value;
        if (tokens.accept(".")) {
          String name = tokens.name();
          value = row -> Values.member(of.of(row), name);
        } else {
          tokens.expect("[");
          int index = Integer.parseInt(tokens.next());
          tokens.expect("]");
          value = row -> Values.element(of.of(row), index);
        }
      }
      return value;
    }

    private Expression primary() {
      if (tokens.accept("(")) {
        Expression inner = expression();
        tokens.expect(")");
        return inner;
      }
      String word = tokens.next();
      if (word.startsWith("\"")) {
        return row -> word.substring(1, word.length() - 1);
      }
      if (word.matches("\\d+[mh]")) {
        Duration span = Duration.parse("PT" + word.toUpperCase(Locale.ROOT));
        return row -> span;
      }
      if (Character.isDigit(word.charAt(0))) {
        return row -> Long.valueOf(word);
      }
      if (!word.matches("[A-Za-z_]\\w*")) {
        throw new IllegalArgumentException("not in the subset of KQL: '" + word + "'");
      }
      return tokens.peek().equals("(") ? Values.call(word, arguments()) : column(word);
    }

    List<Expression> arguments() {
      tokens.expect("(");
      List<Expression> arguments = new ArrayList<>();
      while (!tokens.accept(")")) {
        if (!arguments.isEmpty()) {
          tokens.expect(",");
        }
        arguments.add(expression());
      }
      return arguments;
    }

    private static Expression column(String name) {
      return row -> {
        if (!row.containsKey(name)) {
          throw new IllegalArgumentException("no column '" + name + "' among " + row.keySet());
        }
        return row.get(name);
      };
    }
  }
}
