package io.poolkeeper.app;

import io.poolkeeper.azure.arm.ArmAuditReader;
import io.poolkeeper.azure.arm.ArmClient;
import io.poolkeeper.model.ArmId;
import java.util.Collection;
import java.util.Map;
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
    SettingsResult<ArmClient> arm = OperatorArm.client(given);
    return new SettingsResult<>(
        arm.settings().map(LiveNetwork::new), arm.violations(), arm.warnings());
  }

  /** The load balancers of resource groups, and the network around them. */
  public ArmAuditReader.Read read(Collection<ArmId> resourceGroups) {
    return reader.read(resourceGroups, UUID.randomUUID().toString());
  }
}
