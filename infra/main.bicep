// Poolkeeper in a resource group of its own: app, identities, two storage accounts, telemetry, events of the documents.
// What it needs in the resource groups of load balancers, networks and machines is targets.bicep.

targetScope = 'subscription'

import {
  alertLimits
  appOptions
  builtInRoles
  checkedName
  delivery
  flexSettings
  folderOnly
  minutesIso
  networkSettings
  pauseMinutes
  premiumSettings
  scopes
  storageNames
  tagsByName
  token
  topicName
  writer
} from 'types.bicep'

@description('Name of the environment: part of names, and azd\'s name for it.')
@minLength(1)
@maxLength(24)
param environmentName string

@description('Region of everything that has one.')
param location string

@description('Tags of all resources.')
param tags tagsByName = {}

@description('Name of the resource group, which is Poolkeeper\'s alone: azd down deletes it whole.')
@minLength(1)
@maxLength(90)
param resourceGroupName string = 'rg-poolkeeper-${environmentName}'

@description('Flex Consumption, or Elastic Premium where a cloud or region does not have it.')
param plan 'flex' | 'premium' = 'flex'

@description('Java of the worker.')
param javaVersion '21' | '17' = '21'

@description('Size on Flex Consumption.')
param flex flexSettings = {
  instanceMemoryMB: 2048
  maximumInstanceCount: 40
  alwaysReadyReconcile: 0
  alwaysReadyIngest: 0
  zoneRedundant: false
}

@description('Size on Elastic Premium.')
param premium premiumSettings = {
  sku: 'EP1'
  minimumInstances: 1
  maximumInstances: 3
  zoneRedundant: false
}

@description('Longest that a function may run, HH:MM:SS. A run hands over after 4 minutes; more than 10 helps nobody.')
@minLength(8)
@maxLength(8)
param functionTimeout string = '00:10:00'

@description('observe plans and reports and writes nothing; apply writes.')
param mode 'observe' | 'apply' = 'observe'

@description('What may be written, by cluster. A cluster that is not in it is only observed.')
param scope scopes = {}

@description('Other settings of the app.')
param options appOptions = {}

@description('Who publishes mappings, each for one cluster.')
param publishers writer[] = []

@description('Who writes controls (mode, pause, approvals), each for one cluster.')
param operators writer[] = []

@description('Publishers and operators by a custom role that can do nothing else, or by the built-in contributor, which may also delete the container.')
param writerRoles 'custom' | 'builtIn' = 'custom'

@description('Object id of who deploys and runs the smoke test: may send to the two queues and read ledgers, mappings and queue lengths. Empty: nobody.')
param deployerPrincipalId string = ''

@description('Kind of deployer.')
param deployerPrincipalType 'User' | 'Group' | 'ServicePrincipal' = 'User'

@description('How events of the documents are delivered; the same as in targets.bicep.')
param events delivery = 'queue'

@description('Name of a system topic that the documents\' account already has, for instance by Defender for Storage, in the resource group of this deployment; its identities must include the one for events. Empty: one is made.')
param documentsTopicName string = ''

@description('Ids of system topics of others whose lost events are to be alerted here; who deploys must be able to read them. Those that the templates make are watched anyway.')
param watchedTopicIds string[] = []

@description('Whether the functions are published: Event Grid accepts a function only then.')
param functionsPublished bool = false

@description('Redundancy of both storage accounts.')
param storageSku 'Standard_LRS' | 'Standard_ZRS' | 'Standard_GRS' | 'Standard_GZRS' = 'Standard_LRS'

@description('Days that poison records, dead letters, old versions and deleted documents are kept.')
@minValue(1)
@maxValue(365)
param keepDays int = 30

@description('Days that log lines are kept.')
@minValue(30)
@maxValue(730)
param logDays int = 30

@description('Most log data per day in GB; -1 for no limit. A limit that is reached silences the alerts too.')
@minValue(-1)
param dailyLogGb int = -1

@description('Whether alert rules are made. Each costs something per month: docs/deploy.md has the sum.')
param alerts 'on' | 'off' = 'on'

@description('Id of the action group that all alerts go to. Empty: they are only shown in the portal.')
param actionGroupId string = ''

@description('From when on something is alerted.')
param limits alertLimits = {}

@description('Address of docs/runbook.md as rendered for those on call; alerts link to their section in it.')
param runbookUrl string = 'docs/runbook.md'

@description('Private networking. Absent: public endpoints, by token only.')
param network networkSettings?

@description('Domain of storage in this cloud; the cloud follows from it.')
param storageSuffix string = environment().suffixes.storage

var clouds = {
  windows: 'public'
  usgovcloudapi: 'government'
  chinacloudapi: 'china'
}
var cloud = clouds[?last(take(split(storageSuffix, '.'), 2))] ?? fail('storageSuffix: expected that of the public, Government or China cloud, found ${storageSuffix}')
var checkedPlan = plan == 'flex' && cloud == 'government'
  ? fail('plan: expected premium, since Azure Government has no Flex Consumption, found flex')
  : plan
var checkedEvents = events == 'function' && network != null
  ? fail('events: expected queue or none, since Event Grid cannot reach a private app, found function')
  : events

var sweepSchedule = options.?sweepSchedule ?? '0 * * * * *'
var missingMinutes = {
  PT15M: 15
  PT30M: 30
  PT1H: 60
  PT3H: 180
}
// A line takes minutes to arrive; without them the alert would come and go between two sweeps.
var leastMissing = pauseMinutes(sweepSchedule) + 5
var checkedLimits = alerts == 'on' && missingMinutes[limits.?sweepMissing ?? 'PT15M'] < leastMissing
  ? fail('limits.sweepMissing: expected at least ${leastMissing} minutes, since options.sweepSchedule (${sweepSchedule}) pauses so long and a line takes 5 minutes to arrive, found ${limits.?sweepMissing ?? 'PT15M'}; set it longer, the schedule closer, or alerts to off')
  : limits

var documentsTopicMade = checkedEvents != 'none' && empty(documentsTopicName)
var ending = token(subscription().subscriptionId, checkedName(environmentName), location)
var appName = 'func-poolkeeper-${ending}'
var planName = 'plan-poolkeeper-${ending}'
var stateAccountName = 'stpkstate${ending}'
var dataAccountName = 'stpkdata${ending}'
var appIdentityName = 'id-poolkeeper-app-${ending}'
var eventsIdentityName = 'id-poolkeeper-events-${ending}'
var allTags = union(tags, { 'azd-env-name': environmentName })

var groupId = '${subscription().id}/resourceGroups/${resourceGroupName}'
var appIdentityId = '${groupId}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${appIdentityName}'
var eventsIdentityId = '${groupId}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${eventsIdentityName}'
var stateAccountId = '${groupId}/providers/Microsoft.Storage/storageAccounts/${stateAccountName}'
var dataAccountId = '${groupId}/providers/Microsoft.Storage/storageAccounts/${dataAccountName}'
var functionAppId = '${groupId}/providers/Microsoft.Web/sites/${appName}'

var stateBlob = 'https://${stateAccountName}.blob.${storageSuffix}'
var stateQueue = 'https://${stateAccountName}.queue.${storageSuffix}'
var stateTable = 'https://${stateAccountName}.table.${storageSuffix}'
var dataBlob = 'https://${dataAccountName}.blob.${storageSuffix}'
var packageContainerUrl = '${stateBlob}/${storageNames.deployments}'

var fixedSettings = {
  AzureFunctionsJobHost__functionTimeout: functionTimeout
  // Two apps on one account whose names start alike would share locks.
  AzureFunctionsWebHost__hostid: 'poolkeeper-${ending}'
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identities.outputs.appClientId
  AzureWebJobsStorage__blobServiceUri: stateBlob
  AzureWebJobsStorage__queueServiceUri: stateQueue
  AzureWebJobsStorage__tableServiceUri: stateTable
  APPLICATIONINSIGHTS_CONNECTION_STRING: monitoring.outputs.connectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'Authorization=AAD;ClientId=${identities.outputs.appClientId}'
  // Only read by the Java agent, should it be turned on: by itself it would drop lines.
  APPLICATIONINSIGHTS_SAMPLING_PERCENTAGE: '100'
  APPLICATIONINSIGHTS_INSTRUMENTATION_LOGGING_LEVEL: 'INFO'
  POOLKEEPER_MODE: mode
  POOLKEEPER_SCOPE: empty(scope) ? '' : string(scope)
  POOLKEEPER_STATE__credential: 'managedidentity'
  POOLKEEPER_STATE__clientId: identities.outputs.appClientId
  POOLKEEPER_STATE__blobServiceUri: stateBlob
  POOLKEEPER_STATE__queueServiceUri: stateQueue
  POOLKEEPER_DATA__credential: 'managedidentity'
  POOLKEEPER_DATA__clientId: identities.outputs.appClientId
  POOLKEEPER_DATA__blobServiceUri: dataBlob
  POOLKEEPER_CLOUD: cloud
  POOLKEEPER_SWEEP_SCHEDULE: sweepSchedule
  POOLKEEPER_EGRESS_PROTOCOLS: options.?egressProtocols ?? 'TCP'
  POOLKEEPER_DEFAULT_OUTBOUND: options.?defaultOutbound ?? 'never'
  POOLKEEPER_MAPPING_MAX_AGE: options.?mappingMaxAge ?? ''
  POOLKEEPER_HOLD_ALERT_AGE: minutesIso(limits.?holdMinutes ?? 60)
  POOLKEEPER_DIVERGED_ALERT_AGE: minutesIso(limits.?divergedMinutes ?? 15)
  POOLKEEPER_MAX_POOL_SIZE: string(options.?maxPoolSize ?? 1000)
  POOLKEEPER_STATUS: options.?status ?? 'off'
  POOLKEEPER_TELEMETRY_NAMES: options.?telemetryNames ?? 'plain'
}

var writerRoleId = guid(groupId, 'poolkeeper-writer', environmentName)
var writerGrantRole = writerRoles == 'custom' ? writerRoleId : builtInRoles.blobDataContributor
var deployerGrants = empty(deployerPrincipalId)
  ? []
  : [
      {
        principalId: deployerPrincipalId
        key: deployerPrincipalId
        principalType: deployerPrincipalType
      }
    ]

resource group 'Microsoft.Resources/resourceGroups@2025-04-01' = {
  name: resourceGroupName
  location: location
  tags: allTags
}

module identities 'modules/identities.bicep' = {
  scope: group
  params: {
    location: location
    tags: allTags
    appIdentityName: appIdentityName
    eventsIdentityName: eventsIdentityName
  }
}

module monitoring 'modules/monitoring.bicep' = {
  scope: group
  params: {
    location: location
    tags: allTags
    workspaceName: 'log-poolkeeper-${ending}'
    componentName: 'appi-poolkeeper-${ending}'
    retentionInDays: logDays
    dailyQuotaGb: dailyLogGb
    appPrincipalId: identities.outputs.appPrincipalId
    appIdentityId: appIdentityId
    publisherRoleId: builtInRoles.monitoringMetricsPublisher
  }
}

module state 'modules/state-account.bicep' = {
  scope: group
  params: {
    location: location
    tags: allTags
    name: stateAccountName
    sku: storageSku
    keepDays: keepDays
    network: network
    // The host keeps its locks, keys, queues of poison and diagnostic tables in this account.
    accountGrants: map(
      [
        builtInRoles.blobDataOwner
        builtInRoles.queueDataContributor
        builtInRoles.tableDataContributor
      ],
      role => {
        on: ''
        roleId: role
        principalId: identities.outputs.appPrincipalId
        key: appIdentityId
        principalType: 'ServicePrincipal'
      }
    )
    containerGrants: concat(
      [
        {
          on: storageNames.deadLetters
          roleId: builtInRoles.blobDataContributor
          principalId: identities.outputs.eventsPrincipalId
          key: eventsIdentityId
          principalType: 'ServicePrincipal'
        }
      ],
      map(deployerGrants, who => {
        ...who
        on: storageNames.ledgers
        roleId: builtInRoles.blobDataReader
      }),
      // On Elastic Premium the package is put there by who deploys.
      map(checkedPlan == 'premium' ? deployerGrants : [], who => {
        ...who
        on: storageNames.deployments
        roleId: builtInRoles.blobDataContributor
      })
    )
    queueGrants: concat(
      [
        {
          on: storageNames.eventQueue
          roleId: builtInRoles.queueDataMessageSender
          principalId: identities.outputs.eventsPrincipalId
          key: eventsIdentityId
          principalType: 'ServicePrincipal'
        }
      ],
      flatten(map(
        deployerGrants,
        who =>
          flatten(map([storageNames.workQueue, storageNames.eventQueue], queue => [
            { ...who, on: queue, roleId: builtInRoles.queueDataMessageSender }
            { ...who, on: queue, roleId: builtInRoles.queueDataReader }
          ]))
      ))
    )
  }
}

module writerRole 'modules/writer-role.bicep' = if (writerRoles == 'custom') {
  scope: group
  params: {
    roleName: 'Poolkeeper writer ${environmentName} ${ending}'
    roleId: writerRoleId
  }
}

module data 'modules/data-account.bicep' = {
  scope: group
  params: {
    location: location
    tags: allTags
    name: dataAccountName
    sku: storageSku
    keepDays: keepDays
    workspaceId: '${groupId}/providers/Microsoft.OperationalInsights/workspaces/log-poolkeeper-${ending}'
    network: network
    containerGrants: concat(
      map([storageNames.mappings, storageNames.controls], container => {
        on: container
        roleId: builtInRoles.blobDataReader
        principalId: identities.outputs.appPrincipalId
        key: appIdentityId
        principalType: 'ServicePrincipal'
      }),
      map(deployerGrants, who => {
        ...who
        on: storageNames.mappings
        roleId: builtInRoles.blobDataReader
      }),
      map(publishers, who => {
        on: storageNames.mappings
        roleId: writerGrantRole
        principalId: who.principalId
        key: who.principalId
        principalType: who.principalType
        condition: folderOnly(who.cluster)
      }),
      map(operators, who => {
        on: storageNames.controls
        roleId: writerGrantRole
        principalId: who.principalId
        key: who.principalId
        principalType: who.principalType
        condition: folderOnly(who.cluster)
      })
    )
  }
  dependsOn: [
    monitoring
    writerRole
  ]
}

module appOnFlex 'modules/app-flex.bicep' = if (checkedPlan == 'flex') {
  scope: group
  params: {
    location: location
    tags: allTags
    planName: planName
    appName: appName
    identityId: appIdentityId
    javaVersion: javaVersion
    size: flex
    ingestFunction: checkedEvents == 'function' ? 'IngestEvent' : 'IngestQueuedEvent'
    packageContainerUrl: packageContainerUrl
    settings: fixedSettings
    network: network
  }
  dependsOn: [
    state
    data
  ]
}

module appOnPremium 'modules/app-premium.bicep' = if (checkedPlan == 'premium') {
  scope: group
  params: {
    location: location
    tags: allTags
    planName: planName
    appName: appName
    identityId: appIdentityId
    javaVersion: javaVersion
    size: premium
    packageContainerUrl: packageContainerUrl
    settings: fixedSettings
    network: network
  }
  dependsOn: [
    state
    data
  ]
}

module endpoints 'modules/private-endpoints.bicep' = if (network != null) {
  scope: group
  params: {
    location: location
    tags: allTags
    network: network!
    endpoints: [
      { name: 'pe-state-blob-${ending}', resourceId: stateAccountId, group: 'blob' }
      { name: 'pe-state-queue-${ending}', resourceId: stateAccountId, group: 'queue' }
      { name: 'pe-state-table-${ending}', resourceId: stateAccountId, group: 'table' }
      { name: 'pe-data-blob-${ending}', resourceId: dataAccountId, group: 'blob' }
      { name: 'pe-app-${ending}', resourceId: functionAppId, group: 'sites' }
    ]
  }
  dependsOn: [
    state
    data
    appOnFlex
    appOnPremium
  ]
}

module documentsTopic 'modules/system-topic.bicep' = if (documentsTopicMade) {
  scope: group
  params: {
    name: topicName(environmentName, dataAccountId)
    location: location
    tags: allTags
    source: dataAccountId
    topicType: 'Microsoft.Storage.StorageAccounts'
    identityId: eventsIdentityId
  }
  dependsOn: [
    data
  ]
}

module documentEvents 'modules/event-subscription.bicep' = if (checkedEvents == 'queue' || (checkedEvents == 'function' && functionsPublished)) {
  scope: group
  params: {
    topicName: empty(documentsTopicName) ? topicName(environmentName, dataAccountId) : documentsTopicName
    name: 'poolkeeper-${environmentName}'
    delivery: checkedEvents == 'function' ? 'function' : 'queue'
    functionAppId: functionAppId
    stateAccountId: stateAccountId
    queueName: storageNames.eventQueue
    deadLetterContainer: storageNames.deadLetters
    identityId: eventsIdentityId
    eventTypes: [
      'Microsoft.Storage.BlobCreated'
      'Microsoft.Storage.BlobDeleted'
    ]
    prefixKey: 'subject'
    prefixes: [
      '/blobServices/default/containers/${storageNames.mappings}/'
      '/blobServices/default/containers/${storageNames.controls}/'
    ]
  }
  // After the app, so that the role of the identity has minutes to be in force: a subscription whose identity cannot
  // write to its destination is refused.
  dependsOn: [
    state
    documentsTopic
    appOnFlex
    appOnPremium
  ]
}

module alertRules 'modules/alerts.bicep' = if (alerts == 'on') {
  scope: group
  params: {
    location: location
    tags: allTags
    ending: ending
    workspaceId: monitoring.outputs.workspaceId
    actionGroupId: actionGroupId
    limits: checkedLimits
    runbookUrl: runbookUrl
  }
}

module documentsDeadLetters 'modules/dead-letter-alert.bicep' = if (alerts == 'on' && documentsTopicMade) {
  scope: group
  params: {
    name: 'alert-poolkeeper-dead-letters-${ending}'
    tags: allTags
    topicId: '${groupId}/providers/Microsoft.EventGrid/systemTopics/${topicName(environmentName, dataAccountId)}'
    actionGroupId: actionGroupId
    runbookUrl: runbookUrl
  }
  dependsOn: [
    documentsTopic
  ]
}

module watchedDeadLetters 'modules/dead-letter-alert.bicep' = [
  for id in (alerts == 'on' ? watchedTopicIds : []): {
    scope: group
    params: {
      name: 'alert-poolkeeper-dead-letters-${token(subscription().subscriptionId, environmentName, toLower(id))}'
      tags: allTags
      topicId: id
      actionGroupId: actionGroupId
      runbookUrl: runbookUrl
    }
  }
]

module workbook 'modules/workbook.bicep' = {
  scope: group
  params: {
    location: location
    tags: allTags
    name: guid(groupId, 'poolkeeper-workbook', environmentName)
    environmentName: environmentName
    workspaceId: monitoring.outputs.workspaceId
  }
}

@description('The resource group.')
output AZURE_RESOURCE_GROUP string = group.name

@description('Name of the app.')
output POOLKEEPER_APP string = appName

@description('Id of the app, for targets.bicep.')
output POOLKEEPER_APP_ID string = functionAppId

@description('Object id of the app\'s identity, for targets.bicep and access.bicep.')
output POOLKEEPER_PRINCIPAL_ID string = identities.outputs.appPrincipalId

@description('Id of the identity that delivers events, for targets.bicep.')
output POOLKEEPER_EVENTS_IDENTITY_ID string = eventsIdentityId

@description('Name of the account of state.')
output POOLKEEPER_STATE_ACCOUNT string = stateAccountName

@description('Id of the account of state, for targets.bicep.')
output POOLKEEPER_STATE_ACCOUNT_ID string = stateAccountId

@description('Name of the account of documents.')
output POOLKEEPER_DATA_ACCOUNT string = dataAccountName

@description('Flex or premium, for the hooks.')
output POOLKEEPER_PLAN string = checkedPlan

@description('How events are delivered, for the hooks.')
output POOLKEEPER_EVENTS string = checkedEvents

@description('Mode of the app, for the hooks.')
output POOLKEEPER_MODE string = mode
