package io.poolkeeper.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.cli.plan.PlanFailure.Code;
import io.poolkeeper.mapping.ControlsReader;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plan command's files and settings, each read by the app's own reader. */
final class PlanFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANY_CLUSTER = "";

  private PlanFiles() {}

  static Mapping mapping(Path file) throws PlanFailure {
    return valid(
        MappingReader.read(bytes("mapping", file), ANY_CLUSTER), Code.INVALID_MAPPING, file);
  }

  /** As the app does: controls of another cluster are not readable. */
  static Controls controls(Optional<Path> file, String cluster) throws PlanFailure {
    if (file.isEmpty()) {
      return Controls.NONE;
    }
    byte[] bytes = bytes("controls", file.get());
    return valid(ControlsReader.read(bytes, cluster), Code.CONTROLS_UNREADABLE, file.get());
  }

  private static <T> T valid(DocumentResult<T> document, Code code, Path file) throws PlanFailure {
    if (document.value().isEmpty()) {
      List<Violation> violations = document.violations();
      throw new PlanFailure(
          code,
          "%s is refused whole: %d %s"
              .formatted(file, violations.size(), violations.size() == 1 ? "error" : "errors"),
          violations);
    }
    return document.value().get();
  }

  static SnapshotState snapshot(Path file) throws PlanFailure {
    try {
      JsonNode json = JSON.readTree(bytes("snapshot", file));
      if (json == null || !json.isObject()) {
        throw new PlanFailure(
            Code.INVALID_SNAPSHOT,
            file + ": expected an object of lists such as loadBalancers, found something else");
      }
      return new SnapshotState(json);
    } catch (ArmFormatException e) {
      throw new PlanFailure(Code.INVALID_SNAPSHOT, file + ": " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new PlanFailure(
          Code.INVALID_SNAPSHOT,
          "%s: not JSON at line %d, column %d: %s"
              .formatted(
                  file,
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  e.getOriginalMessage()));
    } catch (IOException e) {
      throw new PlanFailure(Code.INVALID_SNAPSHOT, file + ": " + e.getMessage());
    }
  }

  static OfflineSettings settings(Map<String, String> given) throws PlanFailure {
    SettingsResult<OfflineSettings> result = OfflineSettings.from(given);
    if (result.settings().isEmpty()) {
      List<Violation> violations = result.violations().stream().map(PlanFiles::violation).toList();
      throw new PlanFailure(Code.INVALID_SETTINGS, "--set is refused", violations);
    }
    return result.settings().get();
  }

  private static Violation violation(SettingProblem problem) {
    return new Violation(problem.setting(), problem.message());
  }

  private static byte[] bytes(String what, Path file) throws PlanFailure {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new PlanFailure(Code.UNREADABLE_FILE, "%s file %s is not there".formatted(what, file));
    } catch (IOException e) {
      throw new PlanFailure(
          Code.UNREADABLE_FILE, "%s file %s cannot be read: %s".formatted(what, file, e));
    }
  }
}
