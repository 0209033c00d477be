package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

/** One page of a list, element by element. */
final class ListPage implements ArmClient.BodyReader {
  private final Consumer<JsonNode> each;
  private boolean list;
  private Optional<String> next = Optional.empty();

  ListPage(Consumer<JsonNode> each) {
    this.each = each;
  }

  /** Whether it had an array {@code value}. */
  boolean isList() {
    return list;
  }

  /** The link to the page after it. */
  Optional<String> next() {
    return next;
  }

  @Override
  public void read(InputStream body) throws IOException {
    try (JsonParser in = Answer.MAPPER.createParser(body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        JsonToken token = in.nextToken();
        if (name.equals("value") && token == JsonToken.START_ARRAY) {
          list = true;
          while (in.nextToken() != JsonToken.END_ARRAY) {
            each.accept(in.readValueAsTree());
          }
        } else if (name.equals("nextLink") && token == JsonToken.VALUE_STRING) {
          next = Optional.of(in.getText()).filter(link -> !link.isBlank());
        } else {
          in.skipChildren();
        }
      }
    }
  }
}
