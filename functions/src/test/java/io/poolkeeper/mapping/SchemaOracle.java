package io.poolkeeper.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The shipped JSON Schemas, judged by a validator that shares no code with the readers. */
public final class SchemaOracle {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Schema schema;

  private SchemaOracle(String resource) {
    try (InputStream in = MappingReader.class.getResourceAsStream(resource)) {
      ObjectNode text = (ObjectNode) JSON.readTree(in);
      // The validator wants an absolute IRI here, which ours is not.
      text.remove("$id");
      schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static SchemaOracle mapping() {
    return new SchemaOracle("mapping.schema.json");
  }

  public static SchemaOracle controls() {
    return new SchemaOracle("controls.schema.json");
  }

  public List<Error> errors(JsonNode document) {
    return schema.validate(
        document, context -> context.executionConfig(c -> c.formatAssertionsEnabled(true)));
  }

  public List<Error> errors(byte[] document) {
    try {
      return errors(JSON.readTree(document));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
