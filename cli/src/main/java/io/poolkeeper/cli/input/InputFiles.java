package io.poolkeeper.cli.input;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.cli.input.InputFailure.Code;
import io.poolkeeper.mapping.ControlsReader;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files and settings of a command line, each read by the app's own reader. */
public final class InputFiles {
  /** Of any file; documents have narrower limits of their own. */
  private static final int MAX_BYTES = 256 * 1024 * 1024;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANY_CLUSTER = "";

  private InputFiles() {}

  /** Of any cluster. */
  public static Mapping mapping(Path file) throws InputFailure {
    return valid(
        MappingReader.read(bytes("mapping", file), ANY_CLUSTER), Code.INVALID_MAPPING, file);
  }

  /**
   * As the app does: controls of another cluster are not readable.
   *
   * @param cluster empty text: any
   */
  public static Controls controls(Optional<Path> file, String cluster) throws InputFailure {
    if (file.isEmpty()) {
      return Controls.NONE;
    }
    byte[] bytes = bytes("controls", file.get());
    return valid(ControlsReader.read(bytes, cluster), Code.CONTROLS_UNREADABLE, file.get());
  }

  private static <T> T valid(DocumentResult<T> document, Code code, Path file) throws InputFailure {
    if (document.value().isEmpty()) {
      List<Violation> violations = document.violations();
      throw new InputFailure(
          code,
          "%s is refused whole: %d %s"
              .formatted(file, violations.size(), violations.size() == 1 ? "error" : "errors"),
          violations);
    }
    return document.value().get();
  }

  /** Plain ARM JSON that the app's own reader takes. */
  public static JsonNode snapshot(Path file) throws InputFailure {
    try {
      JsonNode json = JSON.readTree(bytes("snapshot", file));
      if (json == null || !json.isObject()) {
        throw new InputFailure(
            Code.INVALID_SNAPSHOT,
            file + ": expected an object of lists such as loadBalancers, found something else");
      }
      Snapshot.inventory(json);
      return json;
    } catch (ArmFormatException e) {
      throw new InputFailure(Code.INVALID_SNAPSHOT, file + ": " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new InputFailure(
          Code.INVALID_SNAPSHOT,
          "%s: not JSON%s: %s".formatted(file, at(e.getLocation()), e.getOriginalMessage()));
    } catch (IOException e) {
      throw new InputFailure(Code.INVALID_SNAPSHOT, file + ": " + e.getMessage());
    }
  }

  /** Names without prefix, as {@code --set} gives them. */
  public static OfflineSettings settings(Map<String, String> given) throws InputFailure {
    SettingsResult<OfflineSettings> result = OfflineSettings.from(given);
    if (result.settings().isEmpty()) {
      List<Violation> violations = result.violations().stream().map(InputFiles::violation).toList();
      throw new InputFailure(Code.INVALID_SETTINGS, "--set is refused", violations);
    }
    return result.settings().get();
  }

  /** A refused setting, as the command shows it. */
  public static Violation violation(SettingProblem problem) {
    return new Violation(problem.setting(), problem.message());
  }

  /** Not every fault has a place: nesting beyond the limit has none. */
  private static String at(JsonLocation place) {
    return place == null
        ? ""
        : " at line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
  }

  private static byte[] bytes(String what, Path file) throws InputFailure {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new InputFailure(
            Code.UNREADABLE_FILE,
            "%s file %s: expected at most %d bytes, found more".formatted(what, file, MAX_BYTES));
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new InputFailure(Code.UNREADABLE_FILE, "%s file %s is not there".formatted(what, file));
    } catch (IOException e) {
      throw new InputFailure(
          Code.UNREADABLE_FILE, "%s file %s cannot be read: %s".formatted(what, file, e));
    }
  }
}
