package io.poolkeeper.cli.doctor;

import io.poolkeeper.app.Settings;
import io.poolkeeper.app.StorageConnection;
import io.poolkeeper.model.ArmId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Everything that can be looked at with what was given, in the order in which it depends. */
final class Doctor {
  /**
   * What to look at.
   *
   * @param app id of the function app
   * @param targets resource groups; none: those of the app's scope
   * @param principal object id; absent: the app's identity, without an app who calls
   * @param stateAccount id; absent: by the app's settings
   * @param dataAccount likewise
   * @param events whether topics are expected
   */
  record Case(
      Optional<String> app,
      List<Target> targets,
      Optional<String> principal,
      Optional<String> stateAccount,
      Optional<String> dataAccount,
      boolean events) {}

  private final ArmReads arm;
  private final Diagnosis diagnosis = new Diagnosis();

  Doctor(ArmReads arm) {
    this.arm = arm;
  }

  Diagnosis examine(Case given) {
    AppCheck.Facts facts =
        given
            .app()
            .map(id -> new AppCheck(arm, diagnosis).check(id))
            .orElse(new AppCheck.Facts(Optional.empty(), Optional.empty()));
    Rights rights = new Rights(arm, given.principal().or(facts::principal));
    List<Target> targets =
        given.targets().isEmpty()
            ? facts.settings().map(Doctor::ofScope).orElse(List.of())
            : given.targets();
    providers(given.app(), targets);
    GroupCheck groups = new GroupCheck(arm, rights, diagnosis);
    targets.forEach(groups::check);
    storageAndEvents(given, facts.settings(), rights, targets);
    return diagnosis;
  }

  private void providers(Optional<String> app, List<Target> targets) {
    ProviderCheck providers = new ProviderCheck(arm, diagnosis);
    Optional<String> home = app.map(id -> id.split("/")[2]);
    home.ifPresent(subscription -> providers.check(subscription, ProviderCheck.OF_APP));
    targets.stream()
        .map(target -> target.group().subscription())
        .map(id -> id.toLowerCase(Locale.ROOT))
        .distinct()
        .filter(id -> home.filter(id::equalsIgnoreCase).isEmpty())
        .forEach(subscription -> providers.check(subscription, ProviderCheck.OF_TARGET));
  }

  private void storageAndEvents(
      Case given, Optional<Settings> settings, Rights rights, List<Target> targets) {
    StorageCheck storage = new StorageCheck(arm, rights, diagnosis);
    Optional<String> state =
        given
            .stateAccount()
            .or(() -> account(storage, given, "POOLKEEPER_STATE", settings.map(Settings::state)));
    Optional<String> data =
        given
            .dataAccount()
            .or(() -> account(storage, given, "POOLKEEPER_DATA", settings.map(Settings::data)));
    state.ifPresent(storage::state);
    data.ifPresent(storage::data);
    if (given.events()) {
      EventCheck events = new EventCheck(arm, diagnosis, state, given.app());
      targets.forEach(target -> events.check(target.group().text(), EventCheck.OF_RESOURCES));
      data.ifPresent(account -> events.check(account, EventCheck.OF_DOCUMENTS));
    }
  }

  private static Optional<String> account(
      StorageCheck storage, Case given, String setting, Optional<StorageConnection> connection) {
    return connection
        .flatMap(StorageConnection::blobServiceUri)
        .flatMap(uri -> storage.find(given.app().orElseThrow().split("/")[2], setting, uri));
  }

  /** Groups of load balancers and of networks that the scope names; machines it does not name. */
  private static List<Target> ofScope(Settings settings) {
    Map<ArmId, Set<Holding>> groups = new TreeMap<>();
    settings
        .scopes()
        .values()
        .forEach(
            scope -> {
              scope
                  .loadBalancers()
                  .orElse(List.of())
                  .forEach(id -> holding(groups, id).add(Holding.LOAD_BALANCERS));
              scope
                  .subnets()
                  .orElse(List.of())
                  .forEach(id -> holding(groups, id).add(Holding.NETWORK));
            });
    List<Target> targets = new ArrayList<>();
    groups.forEach((group, holds) -> targets.add(new Target(group, holds)));
    return targets;
  }

  private static Set<Holding> holding(Map<ArmId, Set<Holding>> groups, ArmId id) {
    ArmId group = id.isResourceGroup() ? id : id.resourceGroupId();
    return groups.computeIfAbsent(group, key -> EnumSet.noneOf(Holding.class));
  }
}
