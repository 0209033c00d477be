// What the app itself writes: queues, ledgers, claims, gates, poison records, its own package. No versioning: a ledger
// is written at every run.

import { grant, networkSettings, storageNames, tagsByName } from '../types.bicep'

@description('Region.')
param location string

@description('Tags of all resources.')
param tags tagsByName

@description('Name of the account.')
@minLength(3)
@maxLength(24)
param name string

@description('Redundancy.')
param sku 'Standard_LRS' | 'Standard_ZRS' | 'Standard_GRS' | 'Standard_GZRS'

@description('Days that poison records and dead letters are kept.')
@minValue(1)
param keepDays int

@description('Private networking; absent: reached publicly, by token only.')
param network networkSettings?

@description('Roles on the account.')
param accountGrants grant[]

@description('Roles on containers.')
param containerGrants grant[]

@description('Roles on queues.')
param queueGrants grant[]

var containerNames = [
  storageNames.deployments
  storageNames.ledgers
  storageNames.egress
  storageNames.gates
  storageNames.poison
  storageNames.deadLetters
]
var queueNames = [
  storageNames.workQueue
  storageNames.workPoisonQueue
  storageNames.eventQueue
  storageNames.eventPoisonQueue
]

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    isHnsEnabled: false
    isLocalUserEnabled: false
    minimumTlsVersion: 'TLS1_2'
    publicNetworkAccess: 'Enabled'
    supportsHttpsTrafficOnly: true
    networkAcls: {
      // Event Grid comes in as a trusted service, by its identity.
      bypass: 'AzureServices'
      defaultAction: network == null ? 'Allow' : 'Deny'
      ipRules: [for range in network.?allowedIpRanges ?? []: { action: 'Allow', value: range }]
    }
  }
}

resource blobService 'Microsoft.Storage/storageAccounts/blobServices@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    isVersioningEnabled: false
    deleteRetentionPolicy: {
      enabled: false
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: 7
    }
  }
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = [
  for container in containerNames: {
    parent: blobService
    name: container
    properties: {
      publicAccess: 'None'
    }
  }
]

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2025-06-01' = {
  parent: account
  name: 'default'
}

resource queues 'Microsoft.Storage/storageAccounts/queueServices/queues@2025-06-01' = [
  for queue in queueNames: {
    parent: queueService
    name: queue
  }
]

resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'forget-set-aside'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                'blockBlob'
              ]
              prefixMatch: [
                '${storageNames.poison}/'
                '${storageNames.deadLetters}/'
              ]
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: keepDays
                }
              }
            }
          }
        }
      ]
    }
  }
  dependsOn: [
    blobService
  ]
}

resource accountRoles 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for one in accountGrants: {
    scope: account
    name: guid(account.id, one.key, one.roleId)
    properties: {
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', one.roleId)
      principalId: one.principalId
      principalType: one.principalType
    }
  }
]

resource containerRoles 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for one in containerGrants: {
    scope: containers[indexOf(containerNames, one.on)]
    name: guid(account.id, one.on, one.key, one.roleId)
    properties: {
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', one.roleId)
      principalId: one.principalId
      principalType: one.principalType
    }
  }
]

resource queueRoles 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for one in queueGrants: {
    scope: queues[indexOf(queueNames, one.on)]
    name: guid(account.id, one.on, one.key, one.roleId)
    properties: {
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', one.roleId)
      principalId: one.principalId
      principalType: one.principalType
    }
  }
]
