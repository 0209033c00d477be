package io.poolkeeper.app;

import io.poolkeeper.azure.arm.ArmAuditReader;
import io.poolkeeper.azure.arm.ArmClient;
import io.poolkeeper.azure.arm.ArmOptions;
import io.poolkeeper.model.ArmId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Azure as an operator sees it from a command line: read only, without storage. */
public final class LiveNetwork {
  private final ArmAuditReader reader;

  private LiveNetwork(ArmClient arm) {
    this.reader = new ArmAuditReader(arm, new SystemTime(), new Threads());
  }

  /**
   * @param given settings without prefix; CLOUD, LOCAL_ARM_ENDPOINT and LOCAL_ARM_CA count here
   */
  public static SettingsResult<LiveNetwork> of(Map<String, String> given) {
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
    return new SettingsResult<>(Optional.of(new LiveNetwork(arm)), List.of(), List.of());
  }

  /** The load balancers of resource groups, and the network around them. */
  public ArmAuditReader.Read read(Collection<ArmId> resourceGroups) {
    return reader.read(resourceGroups, UUID.randomUUID().toString());
  }
}
