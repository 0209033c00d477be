package io.poolkeeper.app;

import io.poolkeeper.azure.arm.ArmClient;
import io.poolkeeper.azure.arm.ArmOptions;
import io.poolkeeper.azure.arm.ArmRest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ARM as who is logged in on a command line, or a local stand-in for it. */
public final class OperatorArm {
  private OperatorArm() {}

  /**
   * @param given settings without prefix; CLOUD, LOCAL_ARM_ENDPOINT and LOCAL_ARM_CA count here
   */
  public static SettingsResult<ArmRest> rest(Map<String, String> given) {
    SettingsResult<ArmClient> client = client(given);
    return new SettingsResult<>(
        client.settings().map(ArmRest::new), client.violations(), client.warnings());
  }

  static SettingsResult<ArmClient> client(Map<String, String> given) {
    SettingValues values = new SettingValues(given, "");
    Cloud cloud = values.word("CLOUD", Cloud.class, Cloud.PUBLIC);
    Optional<LocalArm> local = new LocalArmReader(values).read();
    CertificateFile.check(values);
    if (!values.violations.isEmpty()) {
      return new SettingsResult<>(Optional.empty(), values.violations, List.of());
    }
    ArmClient arm =
        local
            .map(at -> ArmClient.of(ArmOptions.local(at.endpoint(), at.certificateAuthority())))
            .orElseGet(
                () -> ArmClient.ofOperator(ArmOptions.of(Adapters.cloud(cloud), Optional.empty())));
    return new SettingsResult<>(Optional.of(arm), List.of(), List.of());
  }
}
