package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.azure.arm.LocalCa;
import io.poolkeeper.testing.TestBed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Files: snapshots of the command line, the certificates of a local ARM. */
abstract class FileInput implements Input {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Mutator MUTATOR =
      new Mutator(
          List.of("'10.0.0.0/24'", "'Internet'", "'Tcp'", "{'id':'" + TestBed.LB + "'}"),
          List.of("id", "properties", "subnets", "routes", "protocol", "ipConfigurations"));

  private final String name;

  private FileInput(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /** As the command line does it: JSON first, then the app's reader. */
  static Input snapshot() {
    return new FileInput("snapshot") {
      @Override
      public byte[] valid(Random random) {
        return Hostile.text(Beds.diverged().snapshot().toString());
      }

      @Override
      public byte[] spoiled(Random random, byte[] document) {
        return MUTATOR.spoiled(random, document);
      }

      @Override
      public Fate read(byte[] input) {
        try {
          var json = JSON.readTree(input);
          if (json == null || !json.isObject()) {
            return Fate.refused("no object");
          }
          Snapshot.inventory(json);
          return Fate.taken();
        } catch (ArmFormatException e) {
          assertTrue(e.getMessage().contains("$"), e.getMessage());
          return Fate.refused(e.getMessage());
        } catch (JsonProcessingException e) {
          return Fate.refused(e.getOriginalMessage());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  static Input certificates(Path file) {
    return new FileInput("certificates") {
      @Override
      public byte[] valid(Random random) {
        try {
          return Files.readAllBytes(Path.of("src/test/resources/certificates/ca.pem"));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public byte[] spoiled(Random random, byte[] document) {
        return random.nextInt(20) == 0
            ? Hostile.WHOLE.get(random.nextInt(Hostile.WHOLE.size())).apply(document)
            : Hostile.damaged(random, document);
      }

      @Override
      public Fate read(byte[] input) {
        try {
          Files.write(file, input);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        Optional<String> problem = LocalCa.problem(file);
        return problem.map(Fate::refused).orElseGet(Fate::taken);
      }
    };
  }
}
