// What Poolkeeper needs in resource groups of others: rights and events. A deployment of its own, never part of
// main.bicep: azd down deletes every resource group that its deployment put anything into, and these hold load balancers.

targetScope = 'subscription'

import { checkedName, delivery, storageNames, tagsByName, target, topicName } from 'types.bicep'

@description('Name of the environment, as in main.bicep.')
@minLength(1)
@maxLength(24)
param environmentName string

@description('Tags of the topics.')
param tags tagsByName = {}

@description('The resource groups.')
param targets target[]

@description('Rights by custom role or by built-in roles, where a target does not say.')
param roles 'custom' | 'builtIn' = 'custom'

@description('Object id of the app\'s identity.')
@minLength(36)
@maxLength(36)
param principalId string

@description('How events are delivered.')
param events delivery = 'queue'

@description('Whether the functions are published: Event Grid accepts a function only then.')
param functionsPublished bool = false

@description('Id of the app.')
param functionAppId string

@description('Id of the storage account of queue and dead letters.')
param stateAccountId string

@description('Id of the identity that delivers events.')
param eventsIdentityId string

@description('Whether topics are watched for events that could not be delivered.')
param alerts 'on' | 'off' = 'on'

@description('Id of the action group that alerts go to. Empty: they are only shown in the portal.')
param actionGroupId string = ''

@description('Address of docs/runbook.md as rendered for those on call.')
param runbookUrl string = 'docs/runbook.md'

var groups = map(targets, t => toLower('${t.?subscriptionId ?? subscription().subscriptionId}/${t.resourceGroup}'))
var distinct = length(union(groups, [])) == length(groups) ? true : fail('targets: expected each resource group once, found one twice; put all that it holds into one entry')
var withEvents = distinct && events != 'none' && (events == 'queue' || functionsPublished)
// By this the topics are found again when all is taken down.
var topicTags = union(tags, { 'poolkeeper-environment': environmentName })
var subscriptionName = 'poolkeeper-${checkedName(environmentName)}'
var resourceEvents = [
  'Microsoft.Resources.ResourceWriteSuccess'
  'Microsoft.Resources.ResourceDeleteSuccess'
  'Microsoft.Resources.ResourceActionSuccess'
]
var operations = [
  'Microsoft.Network/loadBalancers/'
  'Microsoft.Network/natGateways/'
  'Microsoft.Network/networkInterfaces/'
  'Microsoft.Network/publicIPAddresses/'
  'Microsoft.Network/publicIPPrefixes/'
  'Microsoft.Network/routeTables/'
  'Microsoft.Network/virtualNetworks/'
  'Microsoft.Compute/virtualMachines/'
  'Microsoft.Compute/virtualMachineScaleSets/'
]

module access 'access.bicep' = [
  for t in targets: if (distinct && (t.?access ?? roles) != 'none') {
    scope: resourceGroup(t.?subscriptionId ?? subscription().subscriptionId, t.resourceGroup)
    params: {
      environmentName: environmentName
      principalId: principalId
      holds: t.holds
      roles: (t.?access ?? roles) == 'builtIn' ? 'builtIn' : 'custom'
    }
  }
]

module topics 'modules/resource-group-topic.bicep' = [
  for t in targets: if (withEvents && (t.?events ?? true) && t.?topic == null) {
    scope: resourceGroup(t.?subscriptionId ?? subscription().subscriptionId, t.resourceGroup)
    params: {
      environmentName: environmentName
      tags: topicTags
      identityId: eventsIdentityId
      alerts: alerts
      actionGroupId: actionGroupId
      runbookUrl: runbookUrl
    }
  }
]

module subscriptions 'modules/event-subscription.bicep' = [
  for t in targets: if (withEvents && (t.?events ?? true)) {
    scope: resourceGroup(t.?subscriptionId ?? subscription().subscriptionId, t.?topic.?resourceGroup ?? t.resourceGroup)
    params: {
      topicName: t.?topic.?name ?? topicName(
        environmentName,
        '/subscriptions/${t.?subscriptionId ?? subscription().subscriptionId}/resourceGroups/${t.resourceGroup}'
      )
      name: subscriptionName
      delivery: events == 'function' ? 'function' : 'queue'
      functionAppId: functionAppId
      stateAccountId: stateAccountId
      queueName: storageNames.eventQueue
      deadLetterContainer: storageNames.deadLetters
      identityId: eventsIdentityId
      eventTypes: resourceEvents
      prefixKey: 'data.operationName'
      prefixes: operations
    }
    dependsOn: [
      topics
    ]
  }
]
